import { failsWith } from '@app/errors';
import type { Identity, Provider } from '@app/federation';
import {
  LAST_SECOND,
  MayBeLeftOut,
  OptionalBoolean,
  OptionalText,
  type StartedSignIn,
  type StartRequest,
  Text,
  Time,
} from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { EmailedCode } from '../links/link.dto.js';
import { CodeChallenge } from '../wire/wire.js';

export class ConfirmRequest {
  @Text('INVALID_CODE', 'The `pending_token` of EMAIL_CONFIRMATION_REQUIRED.')
  pending_token!: string;

  /** Checked only where it is needed. */
  @Allow()
  @ApiPropertyOptional({
    type: 'string',
    format: 'email',
    description: 'The address of the person, where the provider has named none. Ignored otherwise.',
  })
  email?: unknown;
}

export class ConfirmVerifyRequest extends EmailedCode {}

const MOST_CHARACTERS = 254;

/** The beginning of a link to an identity. */
export class LinkStartRequest {
  @OptionalText('INVALID_REDIRECT_URL', 'Where the browser returns with `code`, or with `error`. Default: APP_URL.')
  next_url?: string;

  @CodeChallenge()
  code_challenge!: string;
}

/** The beginning of a sign-in. */
export class ExternalStartRequest extends LinkStartRequest {
  @OptionalBoolean('Whether a person without an account gets one.', { default: true })
  sign_up?: boolean;

  @MayBeLeftOut()
  @IsString(failsWith('INVALID_REQUEST', 'login_hint must be a text'))
  @Length(1, MOST_CHARACTERS, failsWith('INVALID_REQUEST', `login_hint must have 1 to ${MOST_CHARACTERS} characters`))
  @ApiPropertyOptional({ maxLength: MOST_CHARACTERS, description: 'The address that the provider may suggest.' })
  login_hint?: string;

  @MayBeLeftOut()
  @IsInt(failsWith('INVALID_REQUEST', 'max_age must be a number of seconds'))
  @Min(0, failsWith('INVALID_REQUEST', 'max_age must be a number of seconds'))
  @Max(LAST_SECOND, failsWith('INVALID_REQUEST', 'max_age must be a number of seconds'))
  @ApiPropertyOptional({ type: 'integer', description: 'How many seconds ago the person may have signed in there.' })
  max_age?: number;
}

export function toStartRequest(body: ExternalStartRequest): StartRequest {
  const { next_url: nextUrl, code_challenge: codeChallenge, sign_up: signUp } = body;
  return { nextUrl, codeChallenge, signUp, loginHint: body.login_hint, maxAge: body.max_age };
}

export class ExternalStartView {
  @ApiProperty({ format: 'uri', description: 'The page of the provider, to which the browser goes.' })
  url!: string;

  @ApiProperty({ type: 'integer', description: 'Until when the person must come back, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toExternalStart({ url, expiresAt }: StartedSignIn): ExternalStartView {
  return { url: url.href, expiry: expiresAt };
}

export class OfferedProviderView {
  @ApiProperty()
  id!: string;

  @ApiProperty({ enum: ['google', 'microsoft', 'apple', 'github', 'oidc'] })
  kind!: string;

  @ApiProperty({ description: 'For people.' })
  name!: string;
}

export class OfferedProviderList {
  @ApiProperty({ type: [OfferedProviderView] })
  providers!: OfferedProviderView[];
}

export function toOfferedProviders(providers: Provider[]): OfferedProviderList {
  return { providers: providers.map(({ id, kind, name }) => ({ id, kind, name })) };
}

export class IdentityView {
  @ApiProperty({ format: 'uuid' })
  identity_id!: string;

  @ApiProperty({ description: 'The `id` of the provider.' })
  provider!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address that the provider named last.' })
  email!: string | null;

  @Time()
  created_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX epoch seconds.' })
  last_used_at!: number | null;
}

export class IdentityList {
  @ApiProperty({ type: [IdentityView] })
  identities!: IdentityView[];
}

export function toIdentityList(identities: Identity[]): IdentityList {
  return {
    identities: identities.map(({ identityId, providerId, email, createdAt, lastUsedAt }) => ({
      identity_id: identityId,
      provider: providerId,
      email,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })),
  };
}
