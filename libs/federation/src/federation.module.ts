import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GithubExchange } from './client/github-exchange.js';
import { LogoutTokens } from './client/logout-tokens.js';
import { OpenidExchange } from './client/openid-exchange.js';
import { ProviderClient } from './client/provider-client.js';
import { ProviderProbe } from './client/provider-probe.js';
import { ProviderServers } from './client/provider-servers.js';
import { DocumentCache } from './http/document-cache.js';
import { ProviderHttp } from './http/provider-http.js';
import { Identities } from './identities/identities.js';
import { Identity } from './identities/identity.entity.js';
import { IdentityOwners } from './identities/identity-owners.js';
import { IdentityTransfer } from './identities/identity-transfer.js';
import { DeclaredProviders } from './providers/declared-providers.js';
import { StoredProvider } from './providers/provider.entity.js';
import { ProviderAdministration } from './providers/provider-administration.js';
import { Providers } from './providers/providers.js';
import { SecretStore } from './providers/secret-store.js';
import { StoredIdentityData } from './stored-identity-data.js';

const PUBLIC = [
  Providers,
  ProviderAdministration,
  DeclaredProviders,
  ProviderClient,
  LogoutTokens,
  ProviderProbe,
  Identities,
  IdentityOwners,
  IdentityTransfer,
  StoredIdentityData,
];

@Module({
  imports: [TypeOrmModule.forFeature([StoredProvider, Identity])],
  providers: [...PUBLIC, SecretStore, ProviderHttp, DocumentCache, ProviderServers, OpenidExchange, GithubExchange],
  exports: PUBLIC,
})
export class FederationModule {}
