import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { EmailCodeFlows } from '../mailbox/email-code-flows.module.js';
import { MailboxFlows } from '../mailbox/mailbox-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { ExchangeService } from './exchange.service.js';
import { ExternalFailures } from './external-challenges.js';
import { ExternalConfirmation } from './external-confirmation.js';
import { ExternalSignIn } from './external-sign-in.js';
import { ProviderLogoutService, UnlinkService } from './provider-logout.service.js';
import { CallbackService, StartService } from './start.service.js';

const PUBLIC = [
  StartService,
  CallbackService,
  ProviderLogoutService,
  ExchangeService,
  ExternalConfirmation,
  UnlinkService,
  ExternalFailures,
];

/** Sign-in by external providers, and the identities of a user. */
@Module({
  imports: [
    TokensModule,
    AccessRules,
    EmailCodeFlows,
    EventsModule,
    FactorsModule,
    FederationModule,
    LinkFlows,
    MailboxFlows,
    RevocationModule,
    SignInFlows,
    UsersModule,
  ],
  providers: [...PUBLIC, ExternalSignIn],
  exports: PUBLIC,
})
export class ExternalFlows {}
