import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GithubExchange } from './github.js';
import { Identities, Identity } from './identities.js';
import { LogoutTokens } from './logout-tokens.js';
import { OpenidExchange } from './openid.js';
import { StoredProvider } from './provider.entity.js';
import { ProviderClient, ProviderProbe } from './provider-client.js';
import { DocumentCache, ProviderHttp } from './provider-http.js';
import { ProviderServers } from './provider-servers.js';
import { Providers } from './providers.js';

const PUBLIC = [Providers, ProviderClient, LogoutTokens, ProviderProbe, Identities];

@Module({
  imports: [TypeOrmModule.forFeature([StoredProvider, Identity])],
  providers: [...PUBLIC, ProviderHttp, DocumentCache, ProviderServers, OpenidExchange, GithubExchange],
  exports: PUBLIC,
})
export class FederationModule {}
