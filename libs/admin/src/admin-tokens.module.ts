import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminToken } from './admin-token.entity.js';
import { AdminTokens } from './admin-tokens.js';

@Module({
  imports: [TypeOrmModule.forFeature([AdminToken])],
  providers: [AdminTokens],
  exports: [AdminTokens],
})
export class AdminTokensModule {}
