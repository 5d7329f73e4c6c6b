import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangeLinksController } from './change-links.controller.js';
import { EmailCodeController } from './email-code.controller.js';
import { FollowLinkController } from './follow-link.controller.js';
import { LinkController } from './link.controller.js';
import { LinkReply } from './link-reply.js';

/** Links and codes by email, and what follows them. */
@Module({
  imports: [AccessModule],
  controllers: [LinkController, FollowLinkController, ChangeLinksController, EmailCodeController],
  providers: [LinkReply],
})
export class LinkModule {}
