import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { FollowService } from './follow.service.js';
import { LinkController } from './link.controller.js';
import { LinkService } from './link.service.js';
import { LinkMailer } from './link-mailer.js';
import { LinkMaker } from './link-maker.js';
import { RedirectUrls } from './redirect-urls.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, SessionModule],
  controllers: [LinkController],
  providers: [LinkService, LinkMaker, LinkMailer, FollowService, RedirectUrls],
  exports: [LinkMaker, RedirectUrls, LinkMailer],
})
export class LinkModule {}
