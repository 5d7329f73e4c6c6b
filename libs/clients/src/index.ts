export { ApiKey, ApiKeyStore } from './api-keys.js';
export {
  type Assertion,
  Assertions,
  checkedKeySet,
  includesKeys,
  refusedClient,
  TOKEN_PATH,
} from './client-assertions.js';
export {
  AUTH_METHODS,
  type AuthMethod,
  Client,
  type ClientChanges,
  ClientSecret,
  ClientSecrets,
  ClientStore,
  type NewSecret,
} from './clients.js';
export { ClientsModule } from './clients.module.js';
export { apiKeysIn, keyIdIn } from './credentials.js';
