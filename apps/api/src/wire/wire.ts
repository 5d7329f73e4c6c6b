import { Readable } from 'node:stream';
import { ApiError, BoundedObject, type ErrorCode, failsWith } from '@app/errors';
import type { PasskeyOptions } from '@app/factors';
import { MayBeLeftOut, OptionalText, type PersonTables, Text, toPersonText } from '@app/flows';
import type { Client, ShownDevice } from '@app/tokens';
import { applyDecorators, createParamDecorator, type ExecutionContext, Logger, StreamableFile } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './proxies.js';

/** A request with the device that the `DeviceInterceptor` has found. */
export type DeviceRequest = FastifyRequest & { device?: ShownDevice };

/**
 * The client of the request: its address, as seen through the proxies of `TRUST_PROXY`, its user agent, and at an endpoint that
 * answers a sign-in its device.
 */
export const ClientInfo = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<DeviceRequest>();
  const { device, headers } = request;
  return { ip: clientAddress(request), userAgent: headers['user-agent'] ?? '', ...(device && { device }) };
});

const CHALLENGE_FORM = failsWith('INVALID_REQUEST', 'code_challenge must be 43 characters of base64url');
const DESCRIPTION = 'The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256).';
const LENGTH = { minLength: 43, maxLength: 43 };

const isChallenge = () => applyDecorators(Matches(/^[\w-]{43}$/, CHALLENGE_FORM), IsString(CHALLENGE_FORM));

/** The base64url of a SHA-256 (RFC 7636, section 4.2). */
export function CodeChallenge(): PropertyDecorator {
  return applyDecorators(isChallenge(), ApiProperty({ ...LENGTH, description: DESCRIPTION }));
}

/** The same, optional. @param effect what it does */
export function OptionalCodeChallenge(effect: string): PropertyDecorator {
  const description = `${effect} ${DESCRIPTION}`;
  return applyDecorators(MayBeLeftOut(), isChallenge(), ApiPropertyOptional({ ...LENGTH, description }));
}

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

const CHALLENGE_ID = 'The `challenge_id` of the options.';
const FORM = {
  type: 'object' as const,
  additionalProperties: true,
  description: 'The answer of the browser: `credential.toJSON()`. At most 16 KiB.',
};

export const ChallengeId = () => Text('INVALID_CHALLENGE', CHALLENGE_ID);
export const OptionalChallengeId = () => OptionalText('INVALID_CHALLENGE', CHALLENGE_ID);

/** The credential of a browser. */
export function Credential(): PropertyDecorator {
  return applyDecorators(BoundedObject(failsWith('INVALID_PASSKEY')), ApiProperty(FORM));
}

export function OptionalCredential(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), BoundedObject(failsWith('INVALID_PASSKEY')), ApiPropertyOptional(FORM));
}

/** A challenge for a passkey. */
export class PasskeyChallengeView {
  @ApiProperty({ description: 'Names the challenge in the next request. It works once.' })
  challenge_id!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` (WebAuthn Level 3).',
  })
  options!: object;

  @ApiProperty({ type: 'integer', description: 'Until when the challenge works, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toPasskeyChallenge({ challengeId, options, expiresAt }: PasskeyOptions): PasskeyChallengeView {
  return { challenge_id: challengeId, options, expiry: expiresAt };
}

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
