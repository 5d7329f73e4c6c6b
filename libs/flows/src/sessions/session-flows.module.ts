import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { LazyMigration, MigratedAccounts, MigrationSource } from './lazy-migration.js';
import { PasswordLogin } from './password-login.js';
import { RevocationService } from './revocations.service.js';
import { SecurityEvents } from './security-events.js';
import { DeviceService, SessionEnder, SessionRefresher } from './sessions.service.js';

const PUBLIC = [
  MigrationSource,
  PasswordLogin,
  SessionRefresher,
  SessionEnder,
  LazyMigration,
  RevocationService,
  DeviceService,
  SecurityEvents,
];

/** Sign-in by password, sessions, and the feed of those that have ended. */
@Module({
  imports: [AccessRules, EventsModule, RevocationModule, SignInFlows, TokensModule, UsersModule],
  providers: [...PUBLIC, MigratedAccounts],
  exports: PUBLIC,
})
export class SessionFlows {}
