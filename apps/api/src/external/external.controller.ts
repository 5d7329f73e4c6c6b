import { Caller, type CallerIdentity } from '@app/auth';
import { ApiError, failsWith } from '@app/errors';
import { Identities, type Identity, type Provider, Providers } from '@app/federation';
import {
  ExternalAuthorization,
  ExternalSignIn,
  ProviderLogoutService,
  type StartedSignIn,
  type StartRequest,
} from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Delete, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Allow, IsInt, IsString, Length, Max, Min } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body.js';
import { EmailedCode, IssuedCodeView, toIssuedCode } from '../links/link.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageErrorFilter } from '../pages/html-page.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import {
  CodeChallenge,
  LAST_SECOND,
  MayBeLeftOut,
  OptionalBoolean,
  OptionalText,
  Text,
  Time,
} from '../wire/fields.dto.js';
import { ClientInfo } from '../wire/wire.js';

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

function toStartRequest(body: ExternalStartRequest): StartRequest {
  const { next_url: nextUrl, code_challenge: codeChallenge, sign_up: signUp } = body;
  return { nextUrl, codeChallenge, signUp, loginHint: body.login_hint, maxAge: body.max_age };
}

export class ExternalStartView {
  @ApiProperty({ format: 'uri', description: 'The page of the provider, to which the browser goes.' })
  url!: string;

  @ApiProperty({ type: 'integer', description: 'Until when the person must come back, in UNIX epoch seconds.' })
  expiry!: number;
}

function toExternalStart({ url, expiresAt }: StartedSignIn): ExternalStartView {
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

function toOfferedProviders(providers: Provider[]): OfferedProviderList {
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

function toIdentityList(identities: Identity[]): IdentityList {
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

/** Where the provider sends the browser after a sign-in. */
@ApiTags('External providers')
@UseFilters(PageErrorFilter)
@Controller('api/auth/external/:id/callback')
export class CallbackController {
  constructor(private readonly service: ExternalAuthorization) {}

  @Get()
  @Endpoint({ id: 'finishAtProvider', returns: true, fails: ['INVALID_STATE'] })
  @Access('public', { limited: true })
  async open(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // A HEAD uses no state up.
    if (request.method === 'HEAD') await reply.send();
    else await reply.redirect(await this.service.finish(id, queryOf(request)), 302);
  }

  @Post()
  @Endpoint({
    id: 'finishAtProviderByForm',
    returns: true,
    fails: ['INVALID_STATE', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  @Access('public', { limited: true })
  async submit(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.service.requireForm(id);
    await reply.redirect(await this.service.finish(id, await readForm(request)), 302);
  }
}

/** The parameters as they were sent: a parameter that comes twice is an error (RFC 6749, section 3.1). */
function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const { url = '' } = raw;
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

@ApiTags('External providers')
@Controller('api/auth/external')
export class ExternalConfirmationController {
  constructor(private readonly signIns: ExternalSignIn) {}

  @Post('confirm')
  @Endpoint({
    id: 'confirmExternalEmail',
    body: ConfirmRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_CODE', 'INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  @Access('public', { limited: true })
  async confirm(
    @Body() { pending_token: pendingToken, email }: ConfirmRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<IssuedCodeView> {
    return toIssuedCode(await this.signIns.sendCode(pendingToken, email, userAgent));
  }

  @Post('confirm/verify')
  @Endpoint({
    id: 'verifyExternalEmail',
    body: ConfirmVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'SIGN_UP_NOT_ALLOWED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
  @Access('public', { limited: true, session: 'open' })
  async verify(
    @Body() { code_token: codeToken, code }: ConfirmVerifyRequest,
    @ClientInfo() client: RequestClient,
  ): Promise<SignedIn> {
    const { user, tokens } = await this.signIns.signInByCode({ codeToken, code }, client);
    return toSignedIn(tokens, user);
  }
}

@ApiTags('External providers')
@Controller('api/auth')
export class ExternalController {
  constructor(
    private readonly providers: Providers,
    private readonly service: ExternalAuthorization,
  ) {}

  @Get('external/providers')
  @Endpoint({ id: 'listProviders', noEvents: true, answers: OfferedProviderList })
  @Access('public')
  async list(): Promise<OfferedProviderList> {
    return toOfferedProviders(await this.providers.listEnabled());
  }

  @Post('external/:id/start')
  @Endpoint({
    id: 'startExternalSignIn',
    body: ExternalStartRequest,
    answers: ExternalStartView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_REDIRECT_URL', 'PROVIDER_ERROR'],
  })
  @Access('public', { limited: true })
  async signIn(@Param('id') id: string, @Body() body: ExternalStartRequest): Promise<ExternalStartView> {
    return toExternalStart(await this.service.signIn(id, toStartRequest(body)));
  }

  @Post('user/identities/:id/start')
  @Endpoint({
    id: 'startIdentityLink',
    body: LinkStartRequest,
    answers: ExternalStartView,
    fails: [
      'PROVIDER_NOT_FOUND',
      'INVALID_REDIRECT_URL',
      'PROVIDER_ERROR',
      'EMAIL_NOT_VERIFIED',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @Access('user:write', { limited: true })
  async link(
    @Caller() caller: CallerIdentity,
    @Param('id') id: string,
    @Body() body: LinkStartRequest,
  ): Promise<ExternalStartView> {
    return toExternalStart(await this.service.link(caller, id, toStartRequest(body)));
  }
}

@ApiTags('External providers')
@Controller('api/auth/user/identities')
export class IdentitiesController {
  constructor(
    private readonly identities: Identities,
    private readonly service: ExternalAuthorization,
  ) {}

  @Get()
  @Endpoint({ id: 'listIdentities', noEvents: true, answers: IdentityList })
  @Access('user')
  async list(@Caller() { uid }: CallerIdentity): Promise<IdentityList> {
    return toIdentityList(await this.identities.list(uid));
  }

  @Delete(':identity_id')
  @Endpoint({
    id: 'unlinkIdentity',
    bodiless: true,
    fails: ['IDENTITY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  unlink(@Caller() caller: CallerIdentity, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.unlink(caller, identityId);
  }
}

/** Where providers tell that a person has signed out there (OpenID Connect Back-Channel Logout 1.0). */
@ApiTags('External providers')
@Controller('api/auth/external/:id/backchannel-logout')
export class ProviderLogoutController {
  constructor(private readonly service: ProviderLogoutService) {}

  @Post()
  @Endpoint({ id: 'logoutByProvider', fails: ['INVALID_LOGOUT_TOKEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] })
  @Access('public', { limited: true })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ schema: { type: 'object', required: ['logout_token'], properties: { logout_token: { type: 'string' } } } })
  async logout(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const [token, ...more] = (await readForm(request)).getAll('logout_token');
    if (token === undefined || more.length > 0) throw new ApiError('INVALID_LOGOUT_TOKEN');
    await this.service.logout(id, token);
  }
}
