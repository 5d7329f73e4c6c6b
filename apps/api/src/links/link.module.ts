import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import {
  ChangeLinksController,
  EmailCodeController,
  FollowLinkController,
  LinkController,
  LinkReply,
} from './link.controller.js';

/** Links and codes by email, and what follows them. */
@Module({
  imports: [AccessModule],
  controllers: [LinkController, FollowLinkController, ChangeLinksController, EmailCodeController],
  providers: [LinkReply],
})
export class LinkModule {}
