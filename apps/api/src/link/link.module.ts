import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { LinkController } from './link.controller.js';
import { LinkService } from './link.service.js';
import { LinkMailer } from './link-mailer.js';
import { LinkMaker } from './link-maker.js';
import { RedirectUrls } from './redirect-urls.js';

/** Creates and mails links. */
@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, AccessModule],
  controllers: [LinkController],
  providers: [LinkService, LinkMaker, LinkMailer, RedirectUrls],
  exports: [LinkMaker, RedirectUrls, LinkMailer],
})
export class LinkModule {}
