export { mailboxOf, normaliseEmail } from '@app/config';
export { changedClaims, claimsObjection, isClaims, MAX_CLAIMS_BYTES, rolesIn } from './accounts/claims.js';
export type { NewPassword } from './accounts/credential-store.js';
export { type NewAccount, NO_CLAIMS } from './accounts/new-account.js';
export { hasUnlinked, User } from './accounts/user.entity.js';
export { UserRole } from './accounts/user-role.entity.js';
export type { LockedUser, Recipient } from './accounts/user-store.js';
export type { AccountFacts } from './administration/account-facts.js';
export { ImportBatch } from './administration/import-batch.entity.js';
export { passwordFormatOf } from './administration/password-format.js';
export { StoredUserData } from './administration/stored-user-data.js';
export {
  type CheckedAccount,
  type HashedPassword,
  UserAdministration,
  type UserChanges,
} from './administration/user-administration.js';
export { type UsedNames, UserBatches } from './administration/user-batches.js';
export { UserCounts } from './administration/user-counts.js';
export type { UserFilter } from './administration/user-filter.js';
export { type ListedUser, type UserKey, type UserOrder, UserQueries } from './administration/user-queries.js';
export { BreachedPasswords } from './breach/breached-passwords.js';
export { readRange } from './breach/range-source.js';
export { parseRange } from './breach/range-text.js';
export { EmailOwnership } from './email-ownership.js';
export { looksLikeHash } from './hashing/formats/is-hash.js';
export { ImportedHashes } from './hashing/imported-hashes.js';
export { PasswordHasher } from './hashing/password-hasher.js';
export type { WeakPassword } from './password/password-policy.js';
export { PasswordScorer } from './password/password-scorer.js';
export { MAX_CHARACTERS } from './password/password-text.js';
export {
  type Authenticated,
  type LoginAttempt,
  type LoginFailure,
  SignInService,
} from './sign-in/sign-in.service.js';
export { SignInAddress } from './sign-in/sign-in-address.entity.js';
export { SignInAddresses } from './sign-in/sign-in-addresses.js';
export { neededFrom, UserFactors } from './sign-in/user-factors.js';
export { UserPasswords } from './sign-in/user-passwords.js';
export { UsersModule } from './users.module.js';
export { type OwnChanges, type SignUp, UsersService } from './users.service.js';
