import type { RequiredScope } from './admin.guard.js';

/** The field of an operation in the OpenAPI document that says who may call it. */
export const ACCESS = 'x-access';

/** Who may call an endpoint with each kind of access. */
export const ACCESS_TEXTS = {
  public: 'anyone',
  'sign-up': 'anyone, with `SIGN_UP=open`',
  password: 'anyone with email and password',
  client: 'a client with its secret, or an assertion that it has signed',
  pages: 'the sign-in pages of the service',
  'user:unchecked': 'user',
  user: 'user',
  'user:write': 'user, not with a stale access token',
  'existing-user:write': 'user, not with a stale access token',
  'user:pages': 'user, on the sign-in pages of the service',
  enroller: 'user, or with an `mfa_token`',
  'user-or-proof': 'anyone with the proof in the body; a user for some',
  'user-or-cookie': 'user, or with the session in a cookie',
  'user-or-reset': 'user, or with a reset token',
  'console-sign-in': 'administrator who signs in',
};

export type AccessKind = keyof typeof ACCESS_TEXTS;

export function administratorWith(scope: RequiredScope): string {
  return scope === 'any' ? 'administrator' : `administrator, scope \`${scope}\``;
}
