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
export { CreateClientRequest, toClientChanges, toNewClient, UpdateClientRequest } from './clients.dto.js';
export { ClientService } from './clients.service.js';
export { MachineOutcomes } from './machine-outcomes.js';
