import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInFlows } from '../modules/sign-in-flows.module.js';
import { ApiKeyService } from './api-keys.service.js';
import { ClientService } from './clients.service.js';
import { MachineTokenService } from './machine-tokens.service.js';

const SERVICES = [ClientService, ApiKeyService, MachineTokenService];

/** Access tokens for services and scripts. */
@Module({
  imports: [ClientsModule, UsersModule, TokensModule, MailModule, EventsModule, SignInFlows],
  providers: SERVICES,
  exports: SERVICES,
})
export class MachineFlows {}
