import { Readable } from 'node:stream';
import { ApiError, type ErrorCode } from '@app/errors';
import { type PersonTables, toPersonText } from '@app/flows';
import type { RequestClient, ShownDevice } from '@app/tokens';
import { createParamDecorator, type ExecutionContext, Logger, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './proxies.js';

/** A request with the device that the `DeviceInterceptor` has found. */
export type DeviceRequest = FastifyRequest & { device?: ShownDevice };

/**
 * The client of the request: its address, as seen through the proxies of `TRUST_PROXY`, its user agent, and at an endpoint that
 * answers a sign-in its device.
 */
export const ClientInfo = createParamDecorator((_data: unknown, context: ExecutionContext): RequestClient => {
  const request = context.switchToHttp().getRequest<DeviceRequest>();
  const { device, headers } = request;
  return { ip: clientAddress(request), userAgent: headers['user-agent'] ?? '', ...(device && { device }) };
});

/** The token in the URL of a link; empty if there is none, or more than one. */
export const LinkToken = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { token } = context.switchToHttp().getRequest<FastifyRequest<{ Querystring: { token?: unknown } }>>().query;
  return typeof token === 'string' ? token : '';
});

/** The errors of OAuth (RFC 6749, section 5.2, and RFC 8707, section 2) with their HTTP statuses, by our codes. */
export const OAUTH_ERRORS = {
  NOT_AUTHENTICATED: [401, 'invalid_client'],
  INVALID_REQUEST: [400, 'invalid_request'],
  INVALID_SCOPE: [400, 'invalid_scope'],
  INVALID_AUDIENCE: [400, 'invalid_target'],
  TOO_MANY_REQUESTS: [429, 'temporarily_unavailable'],
  INTERNAL_ERROR: [500, 'server_error'],
  UNAVAILABLE: [503, 'temporarily_unavailable'],
} as const satisfies Partial<Record<ErrorCode, readonly [status: number, error: string]>>;

export const UNSUPPORTED_GRANT_TYPE = 'unsupported_grant_type';

const logger = new Logger('Answers');

/**
 * The text of a long answer, read when the client is ready for it. When it fails, the connection is closed without the end of the
 * answer, which has no place for the reason: the log has it.
 * @param signal ends the answer when the service stops
 */
export function streamedText(text: AsyncIterable<string> | string[], signal: AbortSignal): Readable {
  return Readable.from(text, { signal }).on('error', (error) => {
    if (error instanceof ApiError) logger.warn(`An answer broke off. ${error.message}`);
  });
}

/**
 * The answer with the data about a person, for a browser to save. Rows are read when the client is ready for them.
 * @param signal ends the answer when the service stops
 */
export function toPersonFile(tables: PersonTables, name: string, signal: AbortSignal): StreamableFile {
  const text = streamedText(toPersonText(tables), signal);
  return new StreamableFile(text, {
    type: 'application/json; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
}
