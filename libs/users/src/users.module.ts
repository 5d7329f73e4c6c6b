import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportBatch } from './import-batch.entity.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import { PasswordScorer } from './password-scorer.js';
import { SignInAddress } from './sign-in-address.entity.js';
import { SignInAddresses } from './sign-in-addresses.js';
import { User } from './user.entity.js';
import { UserAddresses } from './user-addresses.js';
import { UserAdministration } from './user-administration.js';
import { UserBatches } from './user-batches.js';
import { UserCounts } from './user-counts.js';
import { UserDirectory } from './user-directory.js';
import { UserStore } from './user-store.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, ImportBatch, SignInAddress])],
  providers: [
    UsersService,
    UserAddresses,
    UserAdministration,
    UserDirectory,
    UserBatches,
    UserCounts,
    UserStore,
    PasswordPool,
    PasswordScorer,
    PasswordPolicy,
    SignInAddresses,
  ],
  exports: [
    PasswordPool,
    UsersService,
    UserAddresses,
    UserAdministration,
    UserDirectory,
    UserBatches,
    UserCounts,
    SignInAddresses,
  ],
})
export class UsersModule {}
