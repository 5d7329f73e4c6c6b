import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CredentialStore } from './accounts/credential-store.js';
import { User } from './accounts/user.entity.js';
import { UserRole } from './accounts/user-role.entity.js';
import { UserRoles } from './accounts/user-roles.js';
import { UserStore } from './accounts/user-store.js';
import { ImportBatch } from './administration/import-batch.entity.js';
import { StoredUserData } from './administration/stored-user-data.js';
import { UserAdministration } from './administration/user-administration.js';
import { UserBatches } from './administration/user-batches.js';
import { UserCounts } from './administration/user-counts.js';
import { UserQueries } from './administration/user-queries.js';
import { BreachedPasswords } from './breach/breached-passwords.js';
import { EmailOwnership } from './email-ownership.js';
import { ImportedHashes } from './hashing/imported-hashes.js';
import { PasswordHasher } from './hashing/password-hasher.js';
import { PasswordPolicy } from './password/password-policy.js';
import { PasswordScorer } from './password/password-scorer.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInAddress } from './sign-in/sign-in-address.entity.js';
import { SignInAddresses } from './sign-in/sign-in-addresses.js';
import { UserFactors } from './sign-in/user-factors.js';
import { UserPasswords } from './sign-in/user-passwords.js';
import { UsersService } from './users.service.js';

const PUBLIC = [
  ImportedHashes,
  UsersService,
  SignInService,
  UserPasswords,
  UserFactors,
  SignInAddresses,
  EmailOwnership,
  PasswordHasher,
  PasswordScorer,
  BreachedPasswords,
  UserAdministration,
  UserQueries,
  UserBatches,
  UserCounts,
  StoredUserData,
];

@Module({
  imports: [TypeOrmModule.forFeature([User, UserRole, ImportBatch, SignInAddress])],
  providers: [...PUBLIC, UserStore, UserRoles, CredentialStore, PasswordPolicy],
  exports: PUBLIC,
})
export class UsersModule {}
