export { AdminApiKeyService, ApiKeyService, KeyExchangeService } from './api-keys.service.js';
export type { ClientCredentials } from './client-credentials.service.js';
export {
  ClientCredentialsService,
  type ClientTokenRequest,
  MachineOutcomes,
  type MachineToken,
} from './client-credentials.service.js';
export { ClientSecretService, ClientService } from './clients.service.js';
export {
  AllApiKeys,
  ApiKeyList,
  ClientList,
  ClientView,
  CreateApiKeyRequest,
  CreateClientRequest,
  CreatedApiKey,
  CreatedClient,
  CreatedSecret,
  ImportedClient,
  KeyTokenRequest,
  KeyTokenView,
  toAllApiKeys,
  toApiKeyList,
  toClient,
  toClientChanges,
  toClientList,
  toCreatedClient,
  toCreatedSecret,
  toImportedClient,
  toNewApiKey,
  toNewClient,
  UpdateClientRequest,
} from './machines.dto.js';
