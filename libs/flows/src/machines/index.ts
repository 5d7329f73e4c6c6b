export { ApiKeyService } from './api-keys.service.js';
export { ClientService } from './clients.service.js';
export {
  type ClientCredentials,
  type ClientTokenRequest,
  type MachineToken,
  MachineTokenService,
} from './machine-tokens.service.js';
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
