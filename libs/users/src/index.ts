export { mailboxOf, normaliseEmail } from './email.js';
export { PasswordPool } from './password-pool.js';
export { SignInAddresses } from './sign-in-addresses.js';
export { type NewAccount, User } from './user.entity.js';
export { UserAddresses } from './user-addresses.js';
export {
  type AccountFacts,
  type CheckedAccount,
  type HashedPassword,
  UserAdministration,
  type UserChanges,
} from './user-administration.js';
export { type Taken, UserBatches } from './user-batches.js';
export { UserCounts } from './user-counts.js';
export { type ListedUser, UserDirectory, type UserFilter, type UserOrder } from './user-directory.js';
export type { NewPassword, Recipient } from './user-store.js';
export { UsersModule } from './users.module.js';
export {
  type Authenticated,
  type LoginAttempt,
  type LoginFailure,
  type PlannedChange,
  type SignUp,
  UsersService,
} from './users.service.js';
