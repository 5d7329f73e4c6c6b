import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [SessionController],
  providers: [PasswordStrategy],
})
export class SessionModule {}
