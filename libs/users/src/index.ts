export { mailboxOf, normaliseEmail } from '@app/config';
export { changedClaims, claimsObjection, isClaims, MAX_CLAIMS_BYTES, rolesIn, UserRole } from './accounts/claims.js';
export type { NewPassword } from './accounts/credential-store.js';
export { hasUnlinked, User } from './accounts/user.entity.js';
export type { LockedUser, Recipient } from './accounts/user-store.js';
export { type NewAccount, NO_CLAIMS } from './accounts/user-store.js';
export { BreachedPasswords, parseRange, readRange } from './breached-passwords.js';
export { EmailOwnership } from './email-ownership.js';
export { ImportedHashes, PasswordHasher } from './hashing/password-hasher.js';
export { looksLikeHash } from './hashing/read-hash.js';

export { PasswordScorer } from './password-policy.js';

export {
  type Authenticated,
  type LoginAttempt,
  SignInService,
} from './sign-in/sign-in.service.js';
export { KNOWN_SECONDS, SignInAddress, SignInAddresses } from './sign-in/sign-in-addresses.js';
export { neededFrom, UserFactors } from './sign-in/user-factors.js';
export { UserPasswords } from './sign-in/user-passwords.js';
export { StoredUserData } from './stored-user-data.js';
export type { AccountFacts } from './user-administration.js';
export {
  type CheckedAccount,
  type HashedPassword,
  passwordFormatOf,
  UserAdministration,
  type UserChanges,
} from './user-administration.js';
export { ImportBatch, type UsedNames, UserBatches } from './user-batches.js';
export type { UserFilter } from './user-queries.js';
export { type ListedUser, UserCounts, type UserKey, type UserOrder, UserQueries } from './user-queries.js';
export { UsersModule } from './users.module.js';
export { type OwnChanges, type SignUp, UsersService } from './users.service.js';
