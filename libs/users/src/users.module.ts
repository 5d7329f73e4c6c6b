import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserRole, UserRoles } from './accounts/claims.js';
import { CredentialStore } from './accounts/credential-store.js';
import { User } from './accounts/user.entity.js';
import { UserStore } from './accounts/user-store.js';
import { BreachedPasswords } from './breached-passwords.js';
import { EmailOwnership } from './email-ownership.js';
import { ImportedHashes, PasswordHasher } from './hashing/password-hasher.js';
import { PasswordPolicy, PasswordScorer } from './password-policy.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInAddress, SignInAddresses } from './sign-in/sign-in-addresses.js';
import { UserFactors } from './sign-in/user-factors.js';
import { UserPasswords } from './sign-in/user-passwords.js';
import { StoredUserData } from './stored-user-data.js';
import { UserAdministration } from './user-administration.js';
import { ImportBatch, UserBatches } from './user-batches.js';
import { UserCounts, UserQueries } from './user-queries.js';
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
