import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminToken, AdminTokens } from './admin-tokens.js';
import { ConsoleSession, ConsoleSessions, StoredConsoleSessions } from './console-sessions.js';

const PUBLIC = [AdminTokens, ConsoleSessions, StoredConsoleSessions];

@Module({
  imports: [TypeOrmModule.forFeature([AdminToken, ConsoleSession])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class AdminTokensModule {}
