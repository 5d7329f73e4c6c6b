import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeyStore } from './api-keys/api-key-store.js';
import { StoredApiKeys } from './api-keys/stored-api-keys.js';
import { Assertions } from './clients/assertions.js';
import { Client } from './clients/client.entity.js';
import { ClientSecret } from './clients/client-secret.entity.js';
import { ClientSecrets } from './clients/client-secrets.js';
import { ClientStore } from './clients/client-store.js';
import { UsedAssertion } from './clients/used-assertion.entity.js';
import { UsedAssertions } from './clients/used-assertions.js';

const PUBLIC = [ClientStore, ClientSecrets, Assertions, UsedAssertions, ApiKeyStore, StoredApiKeys];

@Module({
  imports: [TypeOrmModule.forFeature([Client, ClientSecret, UsedAssertion, ApiKey])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class ClientsModule {}
