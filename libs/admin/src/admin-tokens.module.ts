import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminGuard } from './admin.guard.js';
import { AdminToken } from './admin-token.entity.js';
import { AdminTokens } from './admin-tokens.js';

@Module({
  imports: [TypeOrmModule.forFeature([AdminToken])],
  providers: [AdminTokens, AdminGuard],
  exports: [AdminTokens, AdminGuard],
})
export class AdminTokensModule {}
