import { type Refusal, VerifyError } from '@latchkey/verify';
import {
  ForbiddenException,
  type HttpException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';

export type { Refusal };

const EXCEPTIONS = { 401: UnauthorizedException, 403: ForbiddenException, 503: ServiceUnavailableException };

/** The code for a cause. An error of the option `keys` that is no `VerifyError` counts as an invalid token. */
export function refusalFor(cause: unknown): Refusal {
  return cause instanceof VerifyError ? cause.code : 'NOT_AUTHENTICATED';
}

/** The exception for services without the option `refuse`. */
export function toException(cause: VerifyError): HttpException {
  return new EXCEPTIONS[cause.status](cause.body, { cause });
}
