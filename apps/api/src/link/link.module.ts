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
import { UndoLinks } from './undo-links.js';

/** Creates and mails links. */
@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, AccessModule],
  controllers: [LinkController],
  providers: [LinkService, LinkMaker, LinkMailer, RedirectUrls, UndoLinks],
  exports: [LinkMaker, RedirectUrls, LinkMailer, UndoLinks],
})
export class LinkModule {}
