import { ApiError, failsWith } from '@app/errors';
import { OptionalText } from '@app/flows';
import type { TokenPair } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsString } from 'class-validator';

const IN_COOKIE = 'it is in a cookie';

export class RefreshRequest {
  @IsString(failsWith('INVALID_REFRESH_TOKEN'))
  @ApiPropertyOptional({ description: `The newest refresh token of the session: required unless ${IN_COOKIE}.` })
  refresh_token!: string;
}

export class LogoutRequest {
  @OptionalText('INVALID_REFRESH_TOKEN', 'Ends the session of this token. Left out, all sessions of the user end.')
  refresh_token?: string;

  @Allow()
  @ApiPropertyOptional({
    type: 'boolean',
    default: false,
    description:
      'Whether the session of the sign-in pages ends in which this one began, with all products that it has signed in to. One that began in no other ends itself. Not beside a `refresh_token`.',
  })
  parent?: unknown;

  /** Without a cookie it has no meaning, and any value is ignored. */
  @Allow()
  @ApiPropertyOptional({
    type: 'boolean',
    default: false,
    description:
      'With the session in a cookie: whether all sessions of the user end. Otherwise that of the cookie ends.',
  })
  all?: unknown;
}

/** @throws {ApiError} INVALID_REQUEST */
export function toLogout(
  { refresh_token: refreshToken, parent = false, all = false }: LogoutRequest,
  inCookie: boolean,
) {
  if (typeof parent !== 'boolean') throw new ApiError('INVALID_REQUEST', 'parent must be true or false.');
  if (!inCookie && parent && refreshToken !== undefined)
    throw new ApiError('INVALID_REQUEST', 'parent is for the session of the access token: leave refresh_token out.');
  if (!inCookie) return { refreshToken, parent };
  if (typeof all !== 'boolean') throw new ApiError('INVALID_REQUEST', 'all must be true or false.');
  return { refreshToken, parent, everywhere: all };
}

/** What a device has to show at its next sign-in. */
export function DeviceToken(): PropertyDecorator {
  const description =
    'Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use.';
  return ApiPropertyOptional({ description });
}

/** The answer to a sign-in. */
export class SignedIn {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;

  @ApiPropertyOptional({ description: `Can be exchanged for new tokens. Left out where ${IN_COOKIE}.` })
  refresh_token?: string;

  @ApiProperty()
  email_verified!: boolean;

  @ApiProperty({ description: 'The JSON text of the user, unchanged.' })
  metadata!: string;

  @DeviceToken()
  device_token?: string;
}

export function toSignedIn(tokens: TokenPair, user: Authenticated): SignedIn {
  const { uid, accessToken, expiry, refreshToken, deviceToken } = tokens;
  const { emailVerified, metadata } = user;
  return {
    uid,
    token: accessToken,
    expiry,
    refresh_token: refreshToken,
    email_verified: emailVerified,
    metadata,
    ...(deviceToken !== undefined && { device_token: deviceToken }),
  };
}

export class Refreshed {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  access_token!: string;

  @ApiPropertyOptional({
    description: `Replaces the refresh token that was presented. Left out where ${IN_COOKIE}.`,
  })
  refresh_token?: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;
}

export function toRefreshed({ uid, accessToken, expiry, refreshToken }: TokenPair): Refreshed {
  return {
    uid,
    access_token: accessToken,
    refresh_token: refreshToken,
    expiry,
  };
}
