import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminToken, AdminTokens } from './admin-tokens.js';
import { ConsoleSession, ConsoleSessions } from './console-sessions.js';

const PUBLIC = [AdminTokens, ConsoleSessions];

@Module({
  imports: [TypeOrmModule.forFeature([AdminToken, ConsoleSession])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class AdminTokensModule {}
