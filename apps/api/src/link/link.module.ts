import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangeLinksController } from '../change-links/change-links.controller.js';
import { EmailCodeController } from '../email-code/email-code.controller.js';
import { FollowLinkController } from '../follow-link/follow-link.controller.js';
import { LinkReply } from '../follow-link/link-reply.js';
import { ResetPageController } from '../follow-link/reset-page.controller.js';
import { ResetPageService } from '../follow-link/reset-page.service.js';
import { LinkController } from './link.controller.js';

/** Links and codes by email, and what follows them. */
@Module({
  imports: [AccessModule],
  controllers: [LinkController, FollowLinkController, ResetPageController, ChangeLinksController, EmailCodeController],
  providers: [LinkReply, ResetPageService],
})
export class LinkModule {}
