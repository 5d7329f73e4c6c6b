import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PasswordStrategy } from './password.strategy.js';
import { CodeController, DevicesController, PageCodeController, SessionController } from './session.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [SessionController, CodeController, PageCodeController, DevicesController],
  providers: [PasswordStrategy],
})
export class SessionModule {}
