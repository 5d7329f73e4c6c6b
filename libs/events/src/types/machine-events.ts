import type { EventText } from './event-text.js';

const CLIENT = { client_id: 'the id of the client' };
const NAME = { meaning: 'the name that it was given', personal: true } as const;
const SECRET = { ...CLIENT, secret_id: 'the id of the secret' };
const TOKENS = '`revoked` if the access tokens that the client got until then are refused from now on';

export const WIDENED = 'true if the change adds to what it may do or leads to another place';

/** Events about clients and API keys. */
export const MACHINE_EVENTS = {
  'client.created': {
    when: 'An administrator created or imported a client.',
    data: { ...CLIENT, name: NAME, auth_method: '`secret` or `private_key_jwt`' },
  },
  'client.changed': {
    when: 'An administrator changed a client.',
    data: {
      ...CLIENT,
      fields: 'the names of the changed fields; never their values',
      tokens: TOKENS,
      widened: WIDENED,
    },
  },
  'client.deleted': {
    when: 'An administrator deleted a client. Its access tokens are refused from now on.',
    data: { ...CLIENT, tokens: '`revoked`' },
  },
  'client.secret_created': { when: 'A client got another secret.', data: SECRET },
  'client.secret_deleted': { when: 'A secret of a client was deleted.', data: { ...SECRET, tokens: TOKENS } },
  'api_key.created': {
    when: 'A user made an API key.',
    data: { key_id: 'the id of the key', name: NAME, scopes: 'its scopes', audiences: 'its audiences' },
  },
  'api_key.revoked': {
    when: 'An API key was revoked. Its access tokens are refused from now on.',
    data: {
      key_id: 'the id of the key',
      reason:
        '`user` by its user; `administrator`; `leaked` from a list of leaked keys; `password` reset; `address` confirmed for the first time, or a change of it undone; `factor` undone',
    },
  },
} satisfies Record<string, EventText>;
