import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { OptionalBearerGuard } from '../access/bearer-or-reset.guard.js';
import { EmailCodeModule } from '../email-code/email-code.module.js';
import { MailboxModule } from '../mailbox/mailbox.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ConfirmationService } from './confirmation.service.js';
import { ExchangeService } from './exchange.service.js';
import { ExternalSignIn } from './external-sign-in.js';
import { ExternalTokenController } from './external-token.controller.js';
import { LinkExchange } from './link-exchange.js';

/** What the browser gets after its return from an external provider: a session, or a link to an identity. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    EventsModule,
    SignInModule,
    MailboxModule,
    EmailCodeModule,
  ],
  controllers: [ExternalTokenController],
  providers: [ExchangeService, LinkExchange, ConfirmationService, ExternalSignIn, OptionalBearerGuard],
})
export class ExternalTokenModule {}
