import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountController } from './account.controller.js';
import { OwnDataController } from './own-data.controller.js';
import { PendingEmailController } from './pending-email.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [AccountController, PendingEmailController, OwnDataController],
})
export class AccountModule {}
