import type { factorFor, RequiredScope } from '@app/flows';

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

const FACTORS = {
  never: '',
  always: '; in the console with a factor shown of late',
  widened: '; in the console, for more rights or secrets, with a factor shown of late',
};

export function administratorWith(scope: RequiredScope, factor: ReturnType<typeof factorFor>): string {
  return `administrator${scope === 'any' ? '' : `, scope \`${scope}\``}${FACTORS[factor]}`;
}
