import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportBatch } from './import-batch.entity.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import { PasswordScorer } from './password-scorer.js';
import { User } from './user.entity.js';
import { UserAdministration } from './user-administration.js';
import { UserBatches } from './user-batches.js';
import { UserCounts } from './user-counts.js';
import { UserDirectory } from './user-directory.js';
import { UserStore } from './user-store.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, ImportBatch])],
  providers: [
    UsersService,
    UserAdministration,
    UserDirectory,
    UserBatches,
    UserCounts,
    UserStore,
    PasswordPool,
    PasswordScorer,
    PasswordPolicy,
  ],
  exports: [PasswordPool, UsersService, UserAdministration, UserDirectory, UserBatches, UserCounts],
})
export class UsersModule {}
