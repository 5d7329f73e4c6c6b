import type { OperationText } from './operation-text.js';

/** Access tokens for clients, and API keys. */
export const MACHINE_OPERATIONS = {
  issueClientToken: {
    summary: 'Get an access token for a client (RFC 6749, section 4.4)',
    description:
      'The client authenticates by HTTP Basic, or by an assertion that it has signed (RFC 7523): ES256, RS256 or EdDSA, `iss` and `sub` its id, `aud` the issuer or this URL, `exp` at most 300 seconds ahead, each `jti` once. Failures have the form of OAuth.',
  },
  listApiKeys: {
    summary: 'List the own API keys',
    description: 'Without the keys themselves.',
  },
  createApiKey: {
    summary: 'Make an API key',
    description:
      'For a script of the user. Needs a recent sign-in. Shows the key, once: `lk_`, its id, 256 random bits and a checksum. A user has at most 20.',
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'At once and for good. Other services refuse its access tokens within seconds.',
    parameters: { key_id: 'The `key_id` of a key of the user.' },
  },
  exchangeApiKey: {
    summary: 'Get an access token with an API key',
    description:
      'Its `typ` is `machine`, `sub` the user and `key_id` the key. The scopes are limited by the key, by `API_KEY_SCOPES`, and by the `scopes` in the claims of the user. No endpoint of this service accepts the token.',
  },
} satisfies Record<string, OperationText>;
