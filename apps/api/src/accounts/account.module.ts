import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountController, OwnDataController, PendingEmailController } from './account.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [AccountController, PendingEmailController, OwnDataController],
})
export class AccountModule {}
