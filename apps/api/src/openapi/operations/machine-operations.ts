import type { OperationText } from './operation-text.js';

/** Access tokens for clients. */
export const MACHINE_OPERATIONS = {
  issueClientToken: {
    summary: 'Get an access token for a client (RFC 6749, section 4.4)',
    description:
      'The client authenticates by HTTP Basic, or by an assertion that it has signed (RFC 7523): ES256, RS256 or EdDSA, `iss` and `sub` its id, `aud` the issuer or this URL, `exp` at most 300 seconds ahead, each `jti` once. Failures have the form of OAuth.',
  },
} satisfies Record<string, OperationText>;
