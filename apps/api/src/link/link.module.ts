import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { FirstProof } from './first-proof.js';
import { FollowController } from './follow.controller.js';
import { LinkController } from './link.controller.js';
import { LinkService } from './link.service.js';
import { LinkMailer } from './link-mailer.js';
import { LinkMaker } from './link-maker.js';
import { LinkUse } from './link-use.js';
import { MagicLinkService } from './magic-link.service.js';
import { RedirectUrls } from './redirect-urls.js';
import { UndoService } from './undo.service.js';
import { VerificationService } from './verification.service.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, SessionModule],
  controllers: [LinkController, FollowController],
  providers: [
    LinkService,
    LinkMaker,
    LinkMailer,
    LinkUse,
    FirstProof,
    MagicLinkService,
    VerificationService,
    UndoService,
    RedirectUrls,
  ],
  exports: [LinkMaker, RedirectUrls, LinkMailer],
})
export class LinkModule {}
