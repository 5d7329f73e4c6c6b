import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, SessionModule],
  controllers: [AccountController],
  providers: [AccountService],
})
export class AccountModule {}
