export { FederationModule } from './federation.module.js';
export {
  type ExportedIdentity,
  Identities,
  Identity,
  linkOf,
  type NewIdentity,
  subjectKey,
} from './identities.js';
export { LOGOUT_TOKEN_SECONDS, LogoutTokens, type ProviderLogout } from './logout-tokens.js';
export {
  LINKINGS,
  type Linking,
  PROVIDER_KINDS,
  type Provider,
  type ProviderKind,
  StoredProvider,
} from './provider.entity.js';
export { type ProbeResult, ProviderClient, ProviderProbe } from './provider-client.js';
export {
  checkFacts,
  completeFacts,
  fromStored,
  type ProviderChanges,
  type ProviderFacts,
  toProvider,
} from './provider-facts.js';
export type { ExternalPerson } from './provider-kinds.js';
export { Providers } from './providers.js';
