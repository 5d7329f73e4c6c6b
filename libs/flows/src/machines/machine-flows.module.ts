import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { ApiKeyService } from './api-keys.service.js';
import { ClientService } from './clients.service.js';
import { MachineTokenService } from './machine-tokens.service.js';

const SERVICES = [ClientService, ApiKeyService, MachineTokenService];

/** Access tokens for services and scripts. */
@Module({
  imports: [ClientsModule, UsersModule, TokensModule, MailModule, EventsModule, AccessRules, RevocationModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class MachineFlows {}
