import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey, ApiKeyStore } from './api-keys.js';
import { Assertions } from './client-assertions.js';
import { Client, ClientSecret, ClientSecrets, ClientStore } from './clients.js';

const PUBLIC = [ClientStore, ClientSecrets, Assertions, ApiKeyStore];

@Module({
  imports: [TypeOrmModule.forFeature([Client, ClientSecret, ApiKey])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class ClientsModule {}
