import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CodeController } from './code.controller.js';
import { DevicesController } from './devices.controller.js';
import { PageCodeController } from './page-code.controller.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [SessionController, CodeController, PageCodeController, DevicesController],
  providers: [PasswordStrategy],
})
export class SessionModule {}
