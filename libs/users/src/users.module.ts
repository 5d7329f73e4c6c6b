import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import { User } from './user.entity.js';
import { UserStore } from './user-store.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [UsersService, UserStore, PasswordPool, PasswordPolicy],
  exports: [UsersService],
})
export class UsersModule {}
