export { AdminApiKeyService } from './admin-api-keys.service.js';
export {
  AllApiKeys,
  ApiKeyList,
  CreateApiKeyRequest,
  CreatedApiKey,
  KeyTokenRequest,
  KeyTokenView,
  toAllApiKeys,
  toApiKeyList,
  toNewApiKey,
} from './api-keys.dto.js';
export { ApiKeyService } from './api-keys.service.js';
export type { ClientCredentials } from './client-authentication.js';
export { ClientCredentialsService, type ClientTokenRequest, type MachineToken } from './client-credentials.service.js';
export { ClientSecretService } from './client-secrets.service.js';
export {
  ClientList,
  ClientView,
  CreatedClient,
  CreatedSecret,
  toClient,
  toClientList,
  toCreatedClient,
  toCreatedSecret,
} from './client-views.dto.js';
export {
  CreateClientRequest,
  ImportedClient,
  toClientChanges,
  toImportedClient,
  toNewClient,
  UpdateClientRequest,
} from './clients.dto.js';
export { ClientService } from './clients.service.js';
export { KeyExchangeService } from './key-exchange.service.js';
export { MachineOutcomes } from './machine-outcomes.js';
