import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/policies/access-rules.module.js';
import { EmailCodeFlows } from '../email-code/email-code-flows.module.js';
import { ConfirmationService } from '../external-token/confirmation.service.js';
import { ExchangeService } from '../external-token/exchange.service.js';
import { ExternalSignIn } from '../external-token/external-sign-in.js';
import { LinkExchange } from '../external-token/link-exchange.js';
import { UnlinkService } from '../identities/unlink.service.js';
import { LinkFlows } from '../link/link-flows.module.js';
import { MailboxFlows } from '../mailbox/mailbox-flows.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { CallbackService } from './callback.service.js';
import { ExternalFailures } from './external-failures.js';
import { ProviderLogoutService } from './provider-logout.service.js';
import { StartService } from './start.service.js';

const PUBLIC = [
  StartService,
  CallbackService,
  ProviderLogoutService,
  ExchangeService,
  ConfirmationService,
  UnlinkService,
  ExternalFailures,
];

/** Sign-in by external providers, and the identities of a user. */
@Module({
  imports: [
    AccessRules,
    EmailCodeFlows,
    EventsModule,
    FactorsModule,
    FederationModule,
    LinkFlows,
    MailModule,
    MailboxFlows,
    RevocationModule,
    SignInFlows,
    UsersModule,
  ],
  providers: [...PUBLIC, LinkExchange, ExternalSignIn],
  exports: PUBLIC,
})
export class ExternalFlows {}
