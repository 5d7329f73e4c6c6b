import { type HttpException, ServiceUnavailableException, UnauthorizedException } from '@nestjs/common';

/** Why a request is refused: it has no valid access token, or tokens cannot be verified now. */
export type Refusal = 'NOT_AUTHENTICATED' | 'UNAVAILABLE';

/** Thrown while the keys or revocations of the issuer are unknown. */
export class IssuerUnavailable extends Error {
  constructor(message = 'The keys of the issuer are not known yet.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'IssuerUnavailable';
  }
}

export function refusalFor(cause: unknown): Refusal {
  return cause instanceof IssuerUnavailable ? 'UNAVAILABLE' : 'NOT_AUTHENTICATED';
}

/** The exception for services without the option `refuse`. */
export function toException(code: Refusal, cause: unknown): HttpException {
  if (code === 'UNAVAILABLE') {
    const message = 'Access tokens cannot be verified right now. Please try again shortly.';
    return new ServiceUnavailableException({ code, message }, { cause });
  }
  const message = 'A valid access token is required in the Authorization header.';
  return new UnauthorizedException({ code, message }, { cause });
}
