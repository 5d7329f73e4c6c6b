import type { OperationText } from '../operation-text.js';

const USER = { uid: 'The `uid` of the user.' };
const CLIENT = { client_id: 'The `client_id` of a client.' };

/** Clients and API keys in the admin API. */
export const CLIENT_OPERATIONS = {
  adminListClients: {
    summary: 'List the clients',
    description: 'Services that get access tokens without a person. Newest first, without secrets. Scope `clients`.',
  },
  adminCreateClient: {
    summary: 'Create a client',
    description: 'Shows the first secret, once. A user in the console needs a recent second factor. Scope `clients`.',
  },
  adminGetClient: {
    summary: 'Read a client',
    description: 'Without its secrets. Scope `clients`.',
    parameters: CLIENT,
  },
  adminUpdateClient: {
    summary: 'Change, disable or enable a client',
    description:
      'Only given fields change. Other services refuse the tokens from before within seconds if the client loses scopes, audiences, keys or time, or is disabled. A user in the console who adds a key needs a recent second factor. Scope `clients`.',
    parameters: CLIENT,
  },
  adminDeleteClient: {
    summary: 'Delete a client',
    description: 'Other services refuse its tokens within seconds. Scope `clients`.',
    parameters: CLIENT,
  },
  adminCreateClientSecret: {
    summary: 'Make a second secret of a client',
    description:
      'Shows it, once. Both work until one is deleted. A user in the console needs a recent second factor. Scope `clients`.',
    parameters: CLIENT,
  },
  adminDeleteClientSecret: {
    summary: 'Delete a secret of a client',
    description:
      'If it was used within the lifetime of an access token, other services refuse the tokens that the client has, within seconds. Scope `clients`.',
    parameters: { ...CLIENT, secret_id: 'The `secret_id` of a secret of the client.' },
  },
  adminListAllApiKeys: {
    summary: 'List the API keys of all users',
    description: 'Newest first, without the keys themselves. Scope `read`.',
  },
  adminListApiKeys: {
    summary: 'List the API keys of a user',
    description: 'Without the keys themselves. Scope `read`.',
    parameters: USER,
  },
  adminRevokeApiKey: {
    summary: 'Revoke an API key of a user',
    description: 'An email informs the user. Scope `write`.',
    parameters: { ...USER, key_id: 'The `key_id` of a key of the user.' },
  },
} satisfies Record<string, OperationText>;
