import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { MailboxModule } from '../mailbox/mailbox.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { FollowLinkController } from './follow-link.controller.js';
import { LinkReply } from './link-reply.js';
import { LinkUse } from './link-use.js';
import { MagicLinkService } from './magic-link.service.js';
import { ResetPageController } from './reset-page.controller.js';
import { ResetPageService } from './reset-page.service.js';
import { VerificationService } from './verification.service.js';

/** The endpoints to which mailed links lead. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    MailModule,
    EventsModule,
    SignInModule,
    LinkModule,
    MailboxModule,
    PasswordModule,
  ],
  controllers: [FollowLinkController, ResetPageController],
  providers: [LinkReply, LinkUse, MagicLinkService, VerificationService, ResetPageService],
  exports: [LinkReply, LinkUse],
})
export class FollowLinkModule {}
