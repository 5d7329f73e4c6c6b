import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { StatsModule } from '@app/stats';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccessRules } from './access/access-rules.module.js';
import { AccountFlows } from './accounts/account-flows.module.js';
import { AdminFlows } from './admin/admin-flows.module.js';
import { CodeFlows } from './codes/code-flows.module.js';
import { ExternalFlows } from './external/external-flows.module.js';
import { FactorFlows } from './factors/factor-flows.module.js';
import { FactorResetFlows } from './factors/factor-reset-flows.module.js';
import { MfaFlows } from './factors/mfa-flows.module.js';
import { PasskeyFlows } from './factors/passkey-flows.module.js';
import { LinkFlows } from './links/link-flows.module.js';
import { MachineFlows } from './machines/machine-flows.module.js';
import { EmailCodeFlows } from './mailbox/email-code-flows.module.js';
import { FollowedLinkFlows } from './mailbox/followed-link-flows.module.js';
import { MailboxFlows } from './mailbox/mailbox-flows.module.js';
import { PasswordFlows } from './passwords/password-flows.module.js';
import { RevocationModule } from './revocation/revocation.module.js';
import { SessionFlows } from './sessions/session-flows.module.js';
import { SignInFlows } from './sign-in/sign-in-flows.module.js';

const CHAPTERS = [
  AccessRules,
  RevocationModule,
  LinkFlows,
  SignInFlows,
  AccountFlows,
  MailboxFlows,
  PasswordFlows,
  FollowedLinkFlows,
  EmailCodeFlows,
  FactorFlows,
  MfaFlows,
  PasskeyFlows,
  FactorResetFlows,
  ExternalFlows,
  CodeFlows,
  SessionFlows,
  MachineFlows,
  AdminFlows,
];
const LIBRARIES = [
  AdminTokensModule,
  UsersModule,
  TokensModule,
  FactorsModule,
  FederationModule,
  MailModule,
  EventsModule,
  WebhooksModule,
  StatsModule,
  ClientsModule,
];

/** All flows, and the libraries below them. It starts no work of its own: see the workers of the service. */
@Module({ imports: [...LIBRARIES, ...CHAPTERS], exports: [...LIBRARIES, ...CHAPTERS] })
export class FlowsModule {}
