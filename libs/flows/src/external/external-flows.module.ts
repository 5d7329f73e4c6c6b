import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { EmailCodeFlows } from '../links/email-code/email-code-flows.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { MailboxFlows } from '../links/mailbox/mailbox-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { CallbackService } from './callback.service.js';
import { ExchangeService } from './exchange.service.js';
import { ExternalConfirmation } from './external-confirmation.js';
import { ExternalFailures } from './external-failures.js';
import { ExternalSignIn } from './external-sign-in.js';
import { ProviderLogoutService } from './provider-logout.service.js';
import { StartService } from './start.service.js';
import { UnlinkService } from './unlink.service.js';

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
