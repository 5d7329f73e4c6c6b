import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminToken } from './admin-token.entity.js';
import { AdminTokenNames } from './admin-token-names.js';
import { AdminTokens } from './admin-tokens.js';
import { ConsoleSession } from './console-session.entity.js';
import { ConsoleSessions } from './console-sessions.js';
import { StoredConsoleSessions } from './stored-console-sessions.js';

const PUBLIC = [AdminTokens, AdminTokenNames, ConsoleSessions, StoredConsoleSessions];

@Module({
  imports: [TypeOrmModule.forFeature([AdminToken, ConsoleSession])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class AdminTokensModule {}
