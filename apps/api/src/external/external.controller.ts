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
import { Body, Controller, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Allow, IsInt, IsString, Length, Max, Min } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body.js';
import { EmailedCode, IssuedCodeView, toIssuedCode } from '../links/link.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageErrorFilter } from '../pages/html-page.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, LAST_SECOND, Request } from '../wire/fields.dto.js';
import { ClientInfo } from '../wire/wire.js';

export class ConfirmRequest extends Request({
  pending_token: f.text('INVALID_CODE', 'The `pending_token` of EMAIL_CONFIRMATION_REQUIRED.'),
  /** Checked only where it is needed. */
  email: f.optional(
    f.any<unknown>(
      {
        type: 'string',
        format: 'email',
        description: 'The address of the person, where the provider has named none. Ignored otherwise.',
      },
      Allow(),
    ),
  ),
}) {}

export class ConfirmVerifyRequest extends EmailedCode {}

const MOST_CHARACTERS = 254;
const MAX_AGE = failsWith('INVALID_REQUEST', 'max_age must be a number of seconds');

/** The beginning of a link to an identity. */
export class LinkStartRequest extends Request({
  next_url: f.optional(
    f.text('INVALID_REDIRECT_URL', 'Where the browser returns with `code`, or with `error`. Default: APP_URL.'),
  ),
  code_challenge: f.codeChallenge(),
}) {}

/** The beginning of a sign-in. */
export class ExternalStartRequest extends Request(LinkStartRequest, {
  sign_up: f.flag('Whether a person without an account gets one.', true),
  login_hint: f.optional(
    f.any<string>(
      { type: String, maxLength: MOST_CHARACTERS, description: 'The address that the provider may suggest.' },
      Length(
        1,
        MOST_CHARACTERS,
        failsWith('INVALID_REQUEST', `login_hint must have 1 to ${MOST_CHARACTERS} characters`),
      ),
      IsString(failsWith('INVALID_REQUEST', 'login_hint must be a text')),
    ),
  ),
  max_age: f.optional(
    f.any<number>(
      { type: 'integer', description: 'How many seconds ago the person may have signed in there.' },
      IsInt(MAX_AGE),
      Min(0, MAX_AGE),
      Max(LAST_SECOND, MAX_AGE),
    ),
  ),
}) {}

function toStartRequest(body: ExternalStartRequest): StartRequest {
  const { next_url: nextUrl, code_challenge: codeChallenge, sign_up: signUp } = body;
  return { nextUrl, codeChallenge, signUp, loginHint: body.login_hint, maxAge: body.max_age };
}

export class ExternalStartView extends Answer({
  url: t.string({ format: 'uri', description: 'The page of the provider, to which the browser goes.' }),
  expiry: t.integer('Until when the person must come back, in UNIX epoch seconds.'),
}) {}

function toExternalStart({ url, expiresAt }: StartedSignIn): ExternalStartView {
  return { url: url.href, expiry: expiresAt };
}

class OfferedProviderView extends Answer({
  id: t.string(),
  kind: t.oneOf(['google', 'microsoft', 'apple', 'github', 'oidc']),
  name: t.string('For people.'),
}) {}

export class OfferedProviderList extends Answer({
  providers: t.list(OfferedProviderView),
}) {}

function toOfferedProviders(providers: Provider[]): OfferedProviderList {
  return { providers: providers.map(({ id, kind, name }) => ({ id, kind, name })) };
}

class IdentityView extends Answer({
  identity_id: t.uuid(),
  provider: t.string('The `id` of the provider.'),
  email: t.orNull(t.string('The address that the provider named last.')),
  created_at: t.time(),
  last_used_at: t.orNull(t.integer('UNIX epoch seconds.')),
}) {}

export class IdentityList extends Answer({
  identities: t.list(IdentityView),
}) {}

function toIdentityList(identities: Identity[]): IdentityList {
  const views = identities.map((identity) => viewOf(IdentityView, { ...identity, provider: identity.providerId }));
  return { identities: views };
}

const OF_PROVIDER = { id: 'The `id` of a provider.' };

/** Where the provider sends the browser after a sign-in. */
@ApiTags('External providers')
@UseFilters(PageErrorFilter)
@Controller('api/auth/external/:id/callback')
export class CallbackController {
  constructor(private readonly service: ExternalAuthorization) {}

  @Endpoint('GET', Access('public', { limited: true }), {
    id: 'finishAtProvider',
    summary: 'Return from an external provider',
    description: 'The redirect URI for the provider. Each `state` works once.',
    parameters: OF_PROVIDER,
    returns: true,
    fails: ['INVALID_STATE'],
  })
  async open(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // A HEAD uses no state up.
    if (request.method === 'HEAD') await reply.send();
    else await reply.redirect(await this.service.finish(id, queryOf(request)), 302);
  }

  @Endpoint('POST', Access('public', { limited: true }), {
    id: 'finishAtProviderByForm',
    summary: 'Return from an external provider that answers by a form',
    description: 'The same for providers of the kind `apple`. Others are NOT_FOUND.',
    parameters: OF_PROVIDER,
    returns: true,
    fails: ['INVALID_STATE', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    ownBody: true,
  })
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

  @Endpoint('POST confirm', Access('public', { limited: true }), {
    id: 'confirmExternalEmail',
    summary: 'Mail a code to the address of a person whom a provider has authenticated',
    description:
      'After EMAIL_CONFIRMATION_REQUIRED. The answer is the same for known and unknown addresses. Each `pending_token` leads to one sign-in.',
    body: ConfirmRequest,
    answers: IssuedCodeView,
    fails: ['INVALID_CODE', 'INVALID_EMAIL', 'EMAIL_NOT_CONFIGURED'],
  })
  async confirm(
    @Body() { pending_token: pendingToken, email }: ConfirmRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<IssuedCodeView> {
    return toIssuedCode(await this.signIns.sendCode(pendingToken, email, userAgent));
  }

  @Endpoint('POST confirm/verify', Access('public', { limited: true, session: 'open' }), {
    id: 'verifyExternalEmail',
    summary: 'Finish an external sign-in by the email code',
    description: 'Links the identity to the account that has the address, or creates one. Each code allows five tries.',
    body: ConfirmVerifyRequest,
    answers: SignedIn,
    fails: ['INVALID_CODE', 'USER_DISABLED', 'SIGN_UP_NOT_ALLOWED', 'MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'],
  })
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

  @Endpoint('GET external/providers', Access('public'), {
    id: 'listProviders',
    summary: 'List the external providers',
    description: 'Those that are switched on, in the order of their ids.',
    noEvents: true,
    answers: OfferedProviderList,
  })
  async list(): Promise<OfferedProviderList> {
    return toOfferedProviders(await this.providers.listEnabled());
  }

  @Endpoint('POST external/:id/start', Access('public', { limited: true }), {
    id: 'startExternalSignIn',
    summary: 'Begin a sign-in by an external provider',
    description:
      'Keep the `code_verifier` in the browser, and send the browser to `url`. It returns to `next_url` with `code`, or with `error` and `message`: ACCESS_DENIED, PROVIDER_ERROR or PROVIDER_NOT_FOUND. A change of the provider in between is INVALID_STATE. Finish with `exchangeCode`.',
    parameters: OF_PROVIDER,
    body: ExternalStartRequest,
    answers: ExternalStartView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_REDIRECT_URL', 'PROVIDER_ERROR'],
  })
  async signIn(@Param('id') id: string, @Body() body: ExternalStartRequest): Promise<ExternalStartView> {
    return toExternalStart(await this.service.signIn(id, toStartRequest(body)));
  }

  @Endpoint('POST user/identities/:id/start', Access('user:write', { limited: true }), {
    id: 'startIdentityLink',
    summary: 'Begin to link an identity at an external provider to the account',
    description:
      'Like a sign-in, but `exchangeCode` needs the access token of the same user, whose session is still alive. Requires a recent sign-in, and a proved address while the service sends mail.',
    parameters: OF_PROVIDER,
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

  @Endpoint('GET', Access('user'), {
    id: 'listIdentities',
    summary: 'List the external identities of the user',
    description: 'Oldest first. The addresses are those that the providers named last.',
    noEvents: true,
    answers: IdentityList,
  })
  async list(@Caller() { uid }: CallerIdentity): Promise<IdentityList> {
    return toIdentityList(await this.identities.list(uid));
  }

  @Endpoint('DELETE :identity_id', Access('user:write'), {
    id: 'unlinkIdentity',
    summary: 'Unlink an external identity',
    description:
      'Ends the other sessions that its provider has opened, and mails a notice. The identity comes back only by a link of the signed-in user or by an email code. The last way to sign in stays. Requires a recent sign-in.',
    fails: ['IDENTITY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'REAUTHENTICATION_REQUIRED'],
  })
  unlink(@Caller() caller: CallerIdentity, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.unlink(caller, identityId);
  }
}

/** Where providers tell that a person has signed out there (OpenID Connect Back-Channel Logout 1.0). */
@ApiTags('External providers')
@Controller('api/auth/external/:id/backchannel-logout')
export class ProviderLogoutController {
  constructor(private readonly service: ProviderLogoutService) {}

  @Endpoint('POST', Access('public', { limited: true }), {
    id: 'logoutByProvider',
    summary: 'End the sessions of a person who has signed out at an external provider',
    description:
      'For providers with OpenID Connect Back-Channel Logout 1.0: register this URL there. Ends the sessions of the person or of the session at the provider. Each `logout_token` works once.',
    parameters: OF_PROVIDER,
    fails: ['INVALID_LOGOUT_TOKEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    ownBody: true,
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ schema: { type: 'object', required: ['logout_token'], properties: { logout_token: { type: 'string' } } } })
  async logout(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const [token, ...more] = (await readForm(request)).getAll('logout_token');
    if (token === undefined || more.length > 0) throw new ApiError('INVALID_LOGOUT_TOKEN');
    await this.service.logout(id, token);
  }
}
