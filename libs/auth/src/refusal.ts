import {
  ForbiddenException,
  type HttpException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import type { AuthenticationRequirement } from './tokens/authentication.js';

/**
 * Why a request is refused: it has no valid access token, tokens cannot be verified now, the sign-in does not meet
 * `@RequireAuthentication()`, the caller has no role of `@Roles()`, or is an administrator whom `@NoImpersonation()` refuses.
 */
export type Refusal =
  | 'NOT_AUTHENTICATED'
  | 'UNAVAILABLE'
  | 'REAUTHENTICATION_REQUIRED'
  | 'NOT_AUTHORIZED'
  | 'IMPERSONATION_FORBIDDEN';

/** Thrown while the keys or revocations of the issuer are unknown. */
export class IssuerUnavailable extends Error {
  constructor(message = 'The keys of the issuer are not known yet.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'IssuerUnavailable';
  }
}

/** The cause of `NOT_AUTHENTICATED` for a token with a valid signature; `foreign` is one for another use or audience. */
export class UnusableToken extends Error {
  constructor(readonly flaw: 'expired' | 'revoked' | 'foreign') {
    super(`The access token is ${flaw}.`);
    this.name = 'UnusableToken';
  }
}

/** The cause of `REAUTHENTICATION_REQUIRED`. */
export class InsufficientAuthentication extends Error {
  constructor(readonly required: AuthenticationRequirement) {
    super('The sign-in is too old, or needs a second factor.');
    this.name = 'InsufficientAuthentication';
  }
}

/** The cause of `NOT_AUTHORIZED`. */
export class MissingRole extends Error {
  constructor(readonly roles: readonly string[]) {
    super(`The caller has none of the roles ${roles.join(', ')}.`);
    this.name = 'MissingRole';
  }
}

/** The cause of `IMPERSONATION_FORBIDDEN`. */
export class ImpersonatedCaller extends Error {
  constructor() {
    super('An administrator acts as the user.');
    this.name = 'ImpersonatedCaller';
  }
}

export function refusalFor(cause: unknown): Refusal {
  if (cause instanceof ImpersonatedCaller) return 'IMPERSONATION_FORBIDDEN';
  if (cause instanceof MissingRole) return 'NOT_AUTHORIZED';
  if (cause instanceof InsufficientAuthentication) return 'REAUTHENTICATION_REQUIRED';
  return cause instanceof IssuerUnavailable ? 'UNAVAILABLE' : 'NOT_AUTHENTICATED';
}

const MESSAGES: Record<Refusal, string> = {
  UNAVAILABLE: 'Access tokens cannot be verified right now. Please try again shortly.',
  NOT_AUTHENTICATED: 'A valid access token is required in the Authorization header.',
  REAUTHENTICATION_REQUIRED: 'Please prove again that it is you.',
  NOT_AUTHORIZED: 'This needs another role.',
  IMPERSONATION_FORBIDDEN: 'An administrator who acts as a user may not do this.',
};

const EXCEPTIONS = {
  UNAVAILABLE: ServiceUnavailableException,
  NOT_AUTHENTICATED: UnauthorizedException,
  REAUTHENTICATION_REQUIRED: UnauthorizedException,
  NOT_AUTHORIZED: ForbiddenException,
  IMPERSONATION_FORBIDDEN: ForbiddenException,
};

/** The exception for services without the option `refuse`. */
export function toException(code: Refusal, cause: unknown): HttpException {
  return new EXCEPTIONS[code]({ code, message: MESSAGES[code] }, { cause });
}

/** The value of `WWW-Authenticate` (RFC 6750, section 3, and RFC 9470, section 3). */
export function challengeFor(cause: unknown, token: string | null): string {
  if (cause instanceof InsufficientAuthentication) {
    const { acr, maxAge } = cause.required;
    const wanted = [acr && `acr_values="${acr}"`, maxAge && `max_age="${maxAge}"`].filter(Boolean);
    return ['Bearer error="insufficient_user_authentication"', ...wanted].join(', ');
  }
  if (cause instanceof MissingRole || cause instanceof ImpersonatedCaller) return 'Bearer error="insufficient_scope"';
  return token === null ? 'Bearer' : 'Bearer error="invalid_token"';
}
