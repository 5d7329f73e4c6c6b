export { mailboxOf, normaliseEmail } from '@app/config';
export { BreachedPasswords, parseRange, readRange } from './breached-passwords.js';
export { changedClaims, claimsObjection, isClaims, MAX_CLAIMS_BYTES, rolesIn, UserRole } from './claims.js';
export { ImportedHashes, PasswordHasher } from './hashing/password-hasher.js';
export { looksLikeHash } from './hashing/read-hash.js';
export { PasswordScorer } from './password-policy.js';
export type { NewPassword } from './sign-in.js';
export {
  type Authenticated,
  KNOWN_SECONDS,
  type LoginAttempt,
  SignInAddress,
  SignInAddresses,
  SignInService,
  UserPasswords,
} from './sign-in.js';
export { hasCome, hasUnlinked, User, unlinkedOf } from './user.entity.js';
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
export {
  type ListedUser,
  StoredUserData,
  UserCounts,
  type UserKey,
  type UserOrder,
  UserQueries,
} from './user-queries.js';
export type { LockedUser, Recipient } from './user-store.js';
export { type NewAccount, NO_CLAIMS, neededFrom, UserFactors } from './user-store.js';
export { UsersModule } from './users.module.js';
export { EmailOwnership, type OwnChanges, type SignUp, UsersService } from './users.service.js';
