import { Caller, type CallerIdentity } from '@app/auth';
import { databaseFailure } from '@app/database';
import { ApiError, type ErrorCode, ErrorFilter } from '@app/errors';
import {
  ApiKeyService,
  type ClientCredentials,
  type ClientTokenRequest,
  type MachineToken,
  MachineTokenService,
} from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { type ArgumentsHost, Body, Catch, Controller, Param, Req, UseFilters } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { clientAddress } from '../wire/proxies.js';
import { ClientInfo, OAUTH_ERRORS, UNSUPPORTED_GRANT_TYPE } from '../wire/wire.js';
import {
  ApiKeyList,
  CreateApiKeyRequest,
  CreatedApiKey,
  KeyTokenRequest,
  KeyTokenView,
  toApiKeyList,
  toNewApiKey,
} from './machines.dto.js';

@ApiTags('Clients and API keys')
@Controller('api/auth/user/api-keys')
export class ApiKeysController {
  constructor(private readonly service: ApiKeyService) {}

  @Endpoint('GET', Access('user'), {
    id: 'listApiKeys',
    summary: 'List the own API keys',
    description: 'Without the keys themselves.',
    noEvents: true,
    answers: ApiKeyList,
    fails: ['API_KEYS_DISABLED'],
  })
  async list(@Caller() caller: CallerIdentity): Promise<ApiKeyList> {
    return toApiKeyList(await this.service.listOwn(caller));
  }

  @Endpoint('POST', Access('user:write', { limited: true }), {
    id: 'createApiKey',
    summary: 'Make an API key',
    description:
      'For a script of the user. Needs a recent sign-in. Shows the key, once: `lk_`, its id, 256 random bits and a checksum. A user has at most 20.',
    body: CreateApiKeyRequest,
    answers: CreatedApiKey,
    fails: ['API_KEYS_DISABLED', 'INVALID_SCOPE', 'INVALID_AUDIENCE', 'KEY_LIMIT_REACHED', 'REAUTHENTICATION_REQUIRED'],
  })
  async create(@Caller() caller: CallerIdentity, @Body() request: CreateApiKeyRequest): Promise<CreatedApiKey> {
    const { keyId, key } = await this.service.create(caller, toNewApiKey(request));
    return { key_id: keyId, key };
  }

  @Endpoint('DELETE :key_id', Access('user:write'), {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'At once and for good. Other services refuse its access tokens within seconds.',
    fails: ['API_KEYS_DISABLED', 'API_KEY_NOT_FOUND'],
  })
  remove(@Caller() caller: CallerIdentity, @Param('key_id') keyId: string): Promise<void> {
    return this.service.removeOwn(caller, keyId);
  }
}

@ApiTags('Clients and API keys')
@Controller('api/auth/api-keys/token')
export class KeyTokenController {
  constructor(private readonly service: MachineTokenService) {}

  @Endpoint('POST', Access('public'), {
    id: 'exchangeApiKey',
    summary: 'Get an access token with an API key',
    description:
      'Its `typ` is `machine`, `sub` the user and `key_id` the key. The scopes are limited by the key, by `API_KEY_SCOPES`, and by the `scopes` in the claims of the user. No endpoint of this service accepts the token.',
    body: KeyTokenRequest,
    answers: KeyTokenView,
    noEvents: true,
    fails: ['API_KEYS_DISABLED', 'INVALID_API_KEY', 'INVALID_SCOPE', 'INVALID_AUDIENCE', 'TOO_MANY_REQUESTS'],
  })
  async exchange(@Body() request: KeyTokenRequest, @ClientInfo() { ip }: RequestClient): Promise<KeyTokenView> {
    const { key, scope, audience } = request;
    const made = await this.service.exchange({ key, scope, audience, address: ip });
    return { access_token: made.token, expiry: made.expiry, scope: made.scope };
  }
}

/** A request for a token that is no `client_credentials`. */
class UnsupportedGrantType extends ApiError {
  constructor() {
    super('INVALID_REQUEST', 'The grant_type must be client_credentials.');
  }
}

/** Characters that an `error_description` must not have (RFC 6749, section 5.2). */
const NOT_ALLOWED = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Answers the errors of the token endpoint in the form of OAuth, which libraries for it read. */
@Catch()
class OAuthErrorFilter extends ErrorFilter {
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

/** The parameters of a request for a token, for the OpenAPI document. */
class ClientTokenForm extends Answer({
  grant_type: t.oneOf(['client_credentials']),
  scope: t.optional(t.string('The scopes, separated by blanks. Default: all of the client.')),
  resource: t.optional(t.string('The audience (RFC 8707). Default: the only one of the client.')),
  audience: t.optional(t.string('The same as `resource`, for audiences that are no URI.')),
  client_id: t.optional(t.string('Needed neither with HTTP Basic nor with an assertion.')),
  client_assertion: t.optional(t.string('A JWT that the client has signed, in place of HTTP Basic (RFC 7523).')),
  client_assertion_type: t.optional(t.oneOf(['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'])),
}) {}

export class ClientTokenView extends Answer({
  access_token: t.string(),
  token_type: t.oneOf(['Bearer']),
  expires_in: t.integer('In how many seconds the token expires: at most 900.'),
  scope: t.string('The scopes of the token, separated by blanks.'),
}) {}

function toClientToken({ token, issuedAt, expiry, scope }: MachineToken): ClientTokenView {
  return { access_token: token, token_type: 'Bearer', expires_in: expiry - issuedAt, scope };
}

const GRANT_TYPE = 'client_credentials';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Parameters that may have several values (RFC 8707, section 2). */
const REPEATABLE = ['resource', 'audience'];
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The request of a client for a token (RFC 6749, section 4.4.2).
 * @throws {ApiError} INVALID_REQUEST, NOT_AUTHENTICATED; {UnsupportedGrantType}
 */
async function readTokenRequest(request: FastifyRequest): Promise<ClientTokenRequest> {
  if (request.url.includes('?')) {
    throw new ApiError('INVALID_REQUEST', 'The parameters belong into the body: URLs are logged.');
  }
  const form = await readForm(request);
  const repeated = [...form.keys()].find((name) => !REPEATABLE.includes(name) && form.getAll(name).length > 1);
  if (repeated !== undefined) throw new ApiError('INVALID_REQUEST', 'A parameter occurs more than once.');
  const grantType = parameterOf(form, 'grant_type');
  if (grantType === undefined) throw new ApiError('INVALID_REQUEST', 'The grant_type is missing.');
  if (grantType !== GRANT_TYPE) throw new UnsupportedGrantType();
  return {
    credentials: credentialsOf(request, form),
    scope: parameterOf(form, 'scope'),
    audiences: REPEATABLE.flatMap((name) => form.getAll(name)).filter((value) => value !== ''),
    address: clientAddress(request),
  };
}

/** A parameter without a value counts as left out (RFC 6749, section 3.2). */
function parameterOf(form: URLSearchParams, name: string): string | undefined {
  return form.get(name) || undefined;
}

/** The credentials of exactly one way to authenticate. */
function credentialsOf({ headers }: FastifyRequest, form: URLSearchParams): ClientCredentials {
  const { authorization } = headers;
  const [assertion, type] = [parameterOf(form, 'client_assertion'), parameterOf(form, 'client_assertion_type')];
  const ways = [authorization, assertion, parameterOf(form, 'client_secret')].filter((way) => way !== undefined);
  if (ways.length > 1) throw new ApiError('INVALID_REQUEST', 'The client authenticates in more than one way.');
  const clientId = parameterOf(form, 'client_id');
  if (assertion !== undefined) {
    if (type !== ASSERTION_TYPE) throw new ApiError('INVALID_REQUEST', 'The client_assertion_type is not known.');
    return { clientId, assertion };
  }
  const basic = authorization === undefined ? undefined : basicCredentials(authorization);
  if (!basic) {
    throw new ApiError(
      'NOT_AUTHENTICATED',
      'The client must authenticate by HTTP Basic or by a client_assertion, not by parameters.',
      { reason: 'no credentials of a client' },
    );
  }
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new ApiError('INVALID_REQUEST', 'The client_id is not that of the Authorization header.');
  return basic;
}

/** Both parts are encoded as in a form (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): { clientId: string; secret: string } | undefined {
  const [, encoded] = BASIC.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(decoded);
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** The token endpoint of OAuth (RFC 6749, section 3.2), for clients without a person. */
@ApiTags('Clients and API keys')
@UseFilters(OAuthErrorFilter)
@Controller('oauth2/token')
export class TokenController {
  constructor(private readonly service: MachineTokenService) {}

  @Endpoint('POST', Access('client'), {
    id: 'issueClientToken',
    summary: 'Get an access token for a client (RFC 6749, section 4.4)',
    description:
      'The client authenticates by HTTP Basic, or by an assertion that it has signed (RFC 7523): ES256, RS256 or EdDSA, `iss` and `sub` its id, `aud` the issuer or this URL, `exp` at most 300 seconds ahead, each `jti` once. Failures have the form of OAuth.',
    answers: ClientTokenView,
    oauth: true,
    noEvents: true,
    ownBody: true,
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ClientTokenForm })
  async issue(@Req() request: FastifyRequest): Promise<ClientTokenView> {
    return toClientToken(await this.service.issue(await readTokenRequest(request)));
  }
}
