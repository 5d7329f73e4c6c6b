import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkService } from './link.service.js';
import { LinkMailer, LinkMaker } from './link-mailer.js';
import { RedirectUrls } from './redirect-urls.js';
import { SecureLinkMaker } from './secure-link-maker.js';

const PUBLIC = [LinkService, LinkMaker, LinkMailer, RedirectUrls, SecureLinkMaker];

/** Creates and mails links. */
@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, AccessRules],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class LinkFlows {}
