import { databaseFailure } from '@app/database';
import { ApiError, type ErrorCode, ErrorFilter } from '@app/errors';
import { type ArgumentsHost, Catch } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { OAUTH_ERRORS, UNSUPPORTED_GRANT_TYPE } from '../wire/oauth-errors.js';

/** A request for a token that is no `client_credentials`. */
export class UnsupportedGrantType extends ApiError {
  constructor() {
    super('INVALID_REQUEST', 'The grant_type must be client_credentials.');
  }
}

/** Characters that an `error_description` must not have (RFC 6749, section 5.2). */
const NOT_ALLOWED = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Answers the errors of the token endpoint in the form of OAuth, which libraries for it read. */
@Catch()
export class OAuthErrorFilter extends ErrorFilter {
  constructor(host: HttpAdapterHost) {
    super(host, databaseFailure);
  }

  protected override answer(error: ApiError, host: ArgumentsHost): void {
    const [status, name] = statusOf(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (status === OAUTH_ERRORS.NOT_AUTHENTICATED[0]) reply.header('www-authenticate', 'Basic realm="clients"');
    void reply.code(status).send({ error: name, error_description: error.message.replace(NOT_ALLOWED, "'") });
  }
}

/** Any other failure of the request itself is an `invalid_request`. */
function statusOf(error: ApiError): readonly [number, string] {
  if (error instanceof UnsupportedGrantType) return [400, UNSUPPORTED_GRANT_TYPE];
  return code(error.code) ?? OAUTH_ERRORS.INVALID_REQUEST;
}

const code = (name: ErrorCode) => (OAUTH_ERRORS as Partial<Record<ErrorCode, readonly [number, string]>>)[name];
