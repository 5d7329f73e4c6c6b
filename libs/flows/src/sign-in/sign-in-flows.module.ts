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
import { FactorUse } from './factor-use.js';
import { IdentityLinks } from './identity-links.js';
import { MfaChallenges } from './mfa-challenges.js';
import { SessionAssurance } from './session-assurance.js';
import { SessionOpener } from './session-opener.js';
import { SignInDevices } from './sign-in-devices.js';
import { SignInGate } from './sign-in-gate.js';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';
import { SignInNotices } from './sign-in-notices.js';
import { TrustedDevices } from './trusted-devices.js';

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
