import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BreachedPasswords } from './breached-passwords.js';
import { UserRole, UserRoles } from './claims.js';
import { ImportedHashes, PasswordHasher } from './hashing/password-hasher.js';
import { PasswordPolicy, PasswordScorer } from './password-policy.js';
import { SignInAddress, SignInAddresses, SignInService, UserPasswords } from './sign-in.js';
import { User } from './user.entity.js';
import { UserAdministration } from './user-administration.js';
import { ImportBatch, UserBatches } from './user-batches.js';
import { StoredUserData, UserCounts, UserQueries } from './user-queries.js';
import { UserFactors, UserStore } from './user-store.js';
import { EmailOwnership, UsersService } from './users.service.js';

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
  providers: [...PUBLIC, UserStore, UserRoles, PasswordPolicy],
  exports: PUBLIC,
})
export class UsersModule {}
