import { EventsModule } from '@app/events';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentitiesController } from './identities.controller.js';
import { UnlinkService } from './unlink.service.js';

/** The external identities of a user. */
@Module({
  imports: [UsersModule, FederationModule, MailModule, EventsModule, SignInModule],
  controllers: [IdentitiesController],
  providers: [UnlinkService],
  exports: [UnlinkService],
})
export class IdentitiesModule {}
