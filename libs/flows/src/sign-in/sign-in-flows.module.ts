import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { IdentityLinks } from './identity-links.js';
import { MfaChallenges } from './mfa-challenges.js';
import { FactorUse, SessionAssurance, SessionOpener } from './session-opener.js';
import { SignInDevices, TrustedDevices } from './sign-in-devices.js';
import { SignInGate } from './sign-in-gate.js';
import { SignInNoticePolicy, SignInNotices } from './sign-in-notices.js';

const PUBLIC = [SignInGate, SessionOpener, SessionAssurance, MfaChallenges, IdentityLinks, FactorUse, TrustedDevices];

/** What every way to sign in shares: the checks, the second factors and the opening of sessions. */
@Module({
  imports: [
    AccessRules,
    EventsModule,
    FactorsModule,
    FederationModule,
    LinkFlows,
    MailModule,
    RevocationModule,
    TokensModule,
    UsersModule,
  ],
  providers: [...PUBLIC, SignInDevices, SignInNotices, SignInNoticePolicy],
  exports: PUBLIC,
})
export class SignInFlows {}
