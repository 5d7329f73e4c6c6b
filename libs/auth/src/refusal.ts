import { type HttpException, ServiceUnavailableException, UnauthorizedException } from '@nestjs/common';

/** Why a request is refused: it brings no valid access token, or that cannot be told right now. */
export type Refusal = 'NOT_AUTHENTICATED' | 'UNAVAILABLE';

/** Thrown while it cannot be told what the issuer would say of a token. */
export class IssuerUnavailable extends Error {
  constructor(message = 'The keys of the issuer are not known yet.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'IssuerUnavailable';
  }
}

export function refusalFor(cause: unknown): Refusal {
  return cause instanceof IssuerUnavailable ? 'UNAVAILABLE' : 'NOT_AUTHENTICATED';
}

/** The exception for services that have none of their own. */
export function toException(code: Refusal, cause: unknown): HttpException {
  if (code === 'UNAVAILABLE') {
    const message = 'Access tokens cannot be verified right now. Please try again shortly.';
    return new ServiceUnavailableException({ code, message }, { cause });
  }
  const message = 'A valid access token is required in the Authorization header.';
  return new UnauthorizedException({ code, message }, { cause });
}
