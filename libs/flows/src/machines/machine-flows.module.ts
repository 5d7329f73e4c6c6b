import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInFlows } from '../modules/sign-in-flows.module.js';
import { AdminApiKeyService, ApiKeyService, KeyAuthentication, KeyExchangeService } from './api-keys.service.js';
import { ClientAuthentication, ClientCredentialsService, MachineOutcomes } from './client-credentials.service.js';
import { ClientSecretService, ClientService } from './clients.service.js';

const PUBLIC = [
  ClientService,
  ClientSecretService,
  ClientCredentialsService,
  ApiKeyService,
  KeyExchangeService,
  AdminApiKeyService,
  MachineOutcomes,
];

/** Access tokens for services and scripts. */
@Module({
  imports: [ClientsModule, UsersModule, TokensModule, MailModule, EventsModule, SignInFlows],
  providers: [...PUBLIC, ClientAuthentication, KeyAuthentication],
  exports: PUBLIC,
})
export class MachineFlows {}
