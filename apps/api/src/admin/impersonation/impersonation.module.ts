import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { ImpersonationController } from './impersonation.controller.js';
import { ImpersonationService } from './impersonation.service.js';

/** Lets administrators act as users. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, MailModule, EventsModule, SignInModule],
  controllers: [ImpersonationController],
  providers: [ImpersonationService],
})
export class ImpersonationModule {}
