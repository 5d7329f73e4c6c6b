import { type HttpException, ServiceUnavailableException, UnauthorizedException } from '@nestjs/common';

/** Why a request is refused: it brings no valid access token, or that cannot be told right now. */
export type Refusal = 'NOT_AUTHENTICATED' | 'UNAVAILABLE';

/** Thrown while nothing is known of the keys of the issuer. */
export class KeysUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The keys of the issuer are not known yet.', options);
    this.name = 'KeysUnavailable';
  }
}

export function refusalFor(cause: unknown): Refusal {
  return cause instanceof KeysUnavailable ? 'UNAVAILABLE' : 'NOT_AUTHENTICATED';
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
