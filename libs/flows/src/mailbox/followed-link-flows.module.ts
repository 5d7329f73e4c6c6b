import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkFlows } from '../links/link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { LinkCodes, LinkConsumer } from './link-consumer.js';
import { MagicLinkService } from './magic-link.service.js';
import { MailboxFlows } from './mailbox-flows.module.js';
import { VerificationService } from './verification.service.js';

const PUBLIC = [LinkCodes, LinkConsumer, MagicLinkService, VerificationService];

/** What a link from an email does. */
@Module({
  imports: [EventsModule, FactorsModule, LinkFlows, MailboxFlows, RevocationModule, TokensModule, UsersModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class FollowedLinkFlows {}
