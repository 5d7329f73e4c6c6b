/**
 * Why a request is refused, in the codes of the auth service: it has no valid access token, tokens cannot be verified now, the
 * revocations are older than `maxStale`, the sign-in is too old or too weak, the caller lacks a role or a scope, or is an
 * administrator who acts as the user.
 */
export type Refusal =
  | 'NOT_AUTHENTICATED'
  | 'UNAVAILABLE'
  | 'REVOCATIONS_UNAVAILABLE'
  | 'REAUTHENTICATION_REQUIRED'
  | 'NOT_AUTHORIZED'
  | 'IMPERSONATION_FORBIDDEN';

const ANSWERS: Record<Refusal, [status: 401 | 403 | 503, message: string]> = {
  NOT_AUTHENTICATED: [401, 'A valid access token is required in the Authorization header.'],
  UNAVAILABLE: [503, 'Access tokens cannot be verified right now. Please try again shortly.'],
  REVOCATIONS_UNAVAILABLE: [
    503,
    'It is not known right now which access tokens were revoked. Please try again shortly.',
  ],
  REAUTHENTICATION_REQUIRED: [401, 'Please prove again that it is you.'],
  NOT_AUTHORIZED: [403, 'This needs another role or scope.'],
  IMPERSONATION_FORBIDDEN: [403, 'An administrator who acts as a user may not do this.'],
};

const INVALID = 'Bearer error="invalid_token"';
const INSUFFICIENT = 'Bearer error="insufficient_scope"';

/** A refused request. `message` is for the log; the answer to the caller is `status`, `headers` and `body`. */
export class VerifyError extends Error {
  /** The status of HTTP for the answer. */
  readonly status: 401 | 403 | 503;
  /** The content of the answer, as the auth service writes it. */
  readonly body: { code: Refusal; message: string };

  constructor(
    readonly code: Refusal,
    message: string,
    /** The value of `WWW-Authenticate` (RFC 6750, section 3, and RFC 9470, section 3); undefined with the status 503. */
    readonly challenge?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    const [status, forCallers] = ANSWERS[code];
    this.status = status;
    this.body = { code, message: forCallers };
  }

  get headers(): Record<string, string> {
    return this.challenge === undefined ? {} : { 'WWW-Authenticate': this.challenge };
  }

  /** The answer, for frameworks that use the types of `fetch`. */
  toResponse(): Response {
    return Response.json(this.body, { status: this.status, headers: this.headers });
  }
}

/** Thrown while the keys or revocations of the issuer are unknown. */
export class IssuerUnavailable extends VerifyError {
  override readonly name = 'IssuerUnavailable';

  constructor(message = 'The keys of the issuer are not known yet.', options?: ErrorOptions) {
    super('UNAVAILABLE', message, undefined, options);
  }
}

/** Thrown when the revocations are older than `maxStale`. */
export class RevocationsUnavailable extends VerifyError {
  override readonly name = 'RevocationsUnavailable';

  constructor(options?: ErrorOptions) {
    super('REVOCATIONS_UNAVAILABLE', 'The revocations of the issuer are too old.', undefined, options);
  }
}

/** The request has no bearer token. */
export class MissingToken extends VerifyError {
  override readonly name = 'MissingToken';

  constructor() {
    super('NOT_AUTHENTICATED', 'There is no bearer token.', 'Bearer');
  }
}

/** The token is no access token, or no key of the issuer has signed it. */
export class InvalidToken extends VerifyError {
  override readonly name = 'InvalidToken';

  constructor(message: string) {
    super('NOT_AUTHENTICATED', message, INVALID);
  }
}

/**
 * A token with a valid signature that does not count: `foreign` is one for another use or audience, a machine's token where a
 * person is meant, and a person's where a machine is.
 */
export class UnusableToken extends VerifyError {
  override readonly name = 'UnusableToken';

  constructor(readonly flaw: 'expired' | 'revoked' | 'foreign') {
    super('NOT_AUTHENTICATED', `The access token is ${flaw}.`, INVALID);
  }
}

/** How a user must have signed in (RFC 9470, section 4): at least one of both. */
export interface AuthenticationRequirement {
  /** `aal2`: by two factors, or by a passkey that verified the user. */
  acr?: 'aal1' | 'aal2';
  /** How many seconds ago the newest proof in the session may be. */
  maxAge?: number;
}

/** The sign-in is too old, or needs a second factor. */
export class InsufficientAuthentication extends VerifyError {
  override readonly name = 'InsufficientAuthentication';

  constructor(readonly required: AuthenticationRequirement) {
    const { acr, maxAge } = required;
    const wanted = [acr && `acr_values="${acr}"`, maxAge && `max_age="${maxAge}"`].filter(Boolean);
    const challenge = ['Bearer error="insufficient_user_authentication"', ...wanted].join(', ');
    super('REAUTHENTICATION_REQUIRED', 'The sign-in is too old, or needs a second factor.', challenge);
  }
}

/** The caller has none of the roles. */
export class MissingRole extends VerifyError {
  override readonly name = 'MissingRole';

  constructor(readonly roles: readonly string[]) {
    super('NOT_AUTHORIZED', `The caller has none of the roles ${roles.join(', ')}.`, INSUFFICIENT);
  }
}

/** The caller lacks one of the scopes. */
export class MissingScope extends VerifyError {
  override readonly name = 'MissingScope';

  constructor(readonly scopes: readonly string[]) {
    const challenge = `${INSUFFICIENT}, scope="${scopes.join(' ')}"`;
    super('NOT_AUTHORIZED', `The caller lacks one of the scopes ${scopes.join(', ')}.`, challenge);
  }
}

/** An administrator acts as the user. */
export class ImpersonatedCaller extends VerifyError {
  override readonly name = 'ImpersonatedCaller';

  constructor() {
    super('IMPERSONATION_FORBIDDEN', 'An administrator acts as the user.', INSUFFICIENT);
  }
}
