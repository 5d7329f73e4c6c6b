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

const PUBLIC = [ClientStore, ClientSecrets, Assertions, ApiKeyStore, StoredApiKeys];

@Module({
  imports: [TypeOrmModule.forFeature([Client, ClientSecret, ApiKey])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class ClientsModule {}
