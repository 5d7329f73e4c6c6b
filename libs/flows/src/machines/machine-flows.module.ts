import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { AdminApiKeyService } from './admin-api-keys.service.js';
import { ApiKeyService } from './api-keys.service.js';
import { ClientAuthentication } from './client-authentication.js';
import { ClientCredentialsService } from './client-credentials.service.js';
import { ClientSecretService } from './client-secrets.service.js';
import { ClientService } from './clients.service.js';
import { KeyAuthentication } from './key-authentication.js';
import { KeyExchangeService } from './key-exchange.service.js';
import { MachineOutcomes } from './machine-outcomes.js';

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
  imports: [ClientsModule, UsersModule, TokensModule, MailModule, EventsModule, AccessRules, RevocationModule],
  providers: [...PUBLIC, ClientAuthentication, KeyAuthentication],
  exports: PUBLIC,
})
export class MachineFlows {}
