import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { LazyMigration } from './lazy-migration.js';
import { MigratedAccounts } from './migrated-accounts.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [UsersModule, TokensModule, EventsModule, WebhooksModule, SignInModule],
  controllers: [SessionController],
  providers: [SessionService, LazyMigration, MigratedAccounts, PasswordStrategy],
})
export class SessionModule {}
