export { ApiKeyService, type NewApiKey } from './api-keys.service.js';
export { ClientService, type ListedClient, type NewClient } from './clients.service.js';
export {
  type ClientCredentials,
  type ClientTokenRequest,
  type MachineToken,
  MachineTokenService,
  wordsOf,
} from './machine-tokens.service.js';
