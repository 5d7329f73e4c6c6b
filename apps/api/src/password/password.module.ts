import { BearerGuard } from '@app/auth';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { ActiveUserGuard } from '../account/active-user.guard.js';
import { LinkModule } from '../link/link.module.js';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';
import { ResetService } from './reset.service.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, LinkModule],
  controllers: [PasswordController],
  providers: [PasswordService, ResetService, BearerGuard, ActiveUserGuard],
})
export class PasswordModule {}
