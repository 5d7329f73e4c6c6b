import { ERRORS, type ErrorCode, statusOf } from '@app/errors';
import { FACTOR_KINDS, PROOF_METHODS, type ProofMethod } from '@app/factors';
import type { RequiredScope } from '@app/flows';
import { LANGUAGES } from '@app/mail';
import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  type ApiResponseOptions,
  generateSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import { refusalsOf } from '../access/access.decorator.js';
import { operationOf } from '../access/admin.guards.js';
import { cookieUseOf } from '../access/session-cookie.js';
import { BodyGuard } from '../access/user.guards.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';
import { OAUTH_ERRORS, UNSUPPORTED_GRANT_TYPE } from '../wire/wire.js';
import { AnswerSchema, type EndpointFacts } from './document.js';

type Schemas = Record<string, object>;

const methodsOf = (methods: readonly ProofMethod[]) => {
  return { type: 'array', items: { type: 'string', enum: methods }, description: 'What the user can answer with.' };
};
const NEXT_STEP: Schemas = {
  mfa_token: { type: 'string', description: 'For the next step of the sign-in.' },
  expiry: { type: 'integer', description: 'When the `mfa_token` expires, in UNIX epoch seconds.' },
  methods: methodsOf(FACTOR_KINDS),
};

/** The fields of an answer besides the code and the message. */
const FURTHER_FIELDS: Partial<Record<ErrorCode, Schemas>> = {
  MFA_REQUIRED: NEXT_STEP,
  MFA_ENROLMENT_REQUIRED: { ...NEXT_STEP, uid: { type: 'string', description: 'Of a user who was just created.' } },
  EMAIL_CONFIRMATION_REQUIRED: {
    pending_token: { type: 'string', description: 'For `confirmExternalEmail`. It works for 600 seconds.' },
    email: { type: 'string', nullable: true, description: 'The address that the provider named; null for none.' },
  },
  REAUTHENTICATION_REQUIRED: {
    max_age: { type: 'integer', description: 'How old the newest proof may be, in seconds.' },
    acr: { type: 'string', enum: ['aal1', 'aal2'], description: 'How strong the session must be.' },
    methods: methodsOf(PROOF_METHODS),
  },
};

/**
 * The failures of an endpoint, with those of the guards that `Access` adds, as entries of the OpenAPI document: one for each
 * HTTP status.
 */
function errorResponses(facts: EndpointFacts, refusals: ErrorCode[], guarded: boolean): MethodDecorator[] {
  if (facts.oauth) return oauthResponses();
  const codes = codesOf(facts, refusals, guarded);
  const statuses = new Set(codes.map((code) => statusOf(code)));
  return [...statuses].map((status) =>
    errorResponse(
      status,
      codes.filter((code) => statusOf(code) === status),
    ),
  );
}

/** The failures of the token endpoint (RFC 6749, section 5.2). */
function oauthResponses(): MethodDecorator[] {
  const all = [...Object.values(OAUTH_ERRORS), [400, UNSUPPORTED_GRANT_TYPE] as const];
  return [...new Set(all.map(([status]) => status))].map((status) => {
    const errors = all.filter((one) => one[0] === status).map(([, error]) => error);
    const properties = { error: { type: 'string', enum: errors }, error_description: { type: 'string' } };
    const schema = { type: 'object', required: ['error'], properties };
    return ApiResponse({ status, description: errors.join(', '), schema });
  });
}

function codesOf({ fails = [], independent }: EndpointFacts, refusals: ErrorCode[], guarded: boolean): ErrorCode[] {
  return [
    ...refusals,
    ...fails,
    'INVALID_REQUEST',
    ...(guarded ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'INTERNAL_ERROR',
    ...(independent ? [] : ['UNAVAILABLE' as const]),
  ];
}

/**
 * For an operation that only redirects, since linters require a response besides redirects. It has no schema: a code of any
 * text would weaken the type of error codes in generated clients.
 */
const OTHER_FAILURE = ApiResponse({
  status: 'default',
  description: 'Any other failure: `code` and `message`.',
});

function errorResponse(status: number, codes: ErrorCode[]): MethodDecorator {
  return ApiResponse({
    status,
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join('\n\n'),
    schema: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string' },
        ...furtherFieldsOf(codes),
      },
    },
  });
}

function furtherFieldsOf(codes: ErrorCode[]): Schemas {
  return Object.assign({}, ...codes.map((code) => FURTHER_FIELDS[code]));
}

type Headers = Pick<ApiResponseOptions, 'headers'>;

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Declares an endpoint: its route, who may call it, and what it takes and answers. It adds the guard of the body as the last one,
 * and the interceptor of its origin. Success is 200.
 * @param route the path below that of the controller
 */
export function Endpoint(
  route: Verb | `${Verb} ${string}`,
  access: MethodDecorator,
  facts: EndpointFacts,
): MethodDecorator {
  const [verb, path = ''] = route.split(' ') as [Verb, string?];
  const mapping = RequestMapping({ method: RequestMethod[verb], path: facts.alias ? [path, facts.alias] : path });
  const guarded = verb !== 'GET' && !facts.ownBody;
  return (target, name, descriptor) => {
    access(target, name, descriptor);
    const handler = descriptor.value as object;
    const use = cookieUseOf(handler);
    const inCookie = use !== undefined && use !== 'show';
    const texts = textsOf(facts, operationOf(handler)?.scope, namesIn(target, name));
    const errors = errorResponses(facts, refusalsOf(handler) ?? [], guarded);
    const guard = guarded ? [UseGuards(BodyGuard)] : [];
    applyDecorators(...describe(facts, inCookie), ...texts, ...guard, ...errors, mapping)(target, name, descriptor);
  };
}

function describe(facts: EndpointFacts, inCookie: boolean): MethodDecorator[] {
  const { body, answers, follows, returns, page, noEvents, conditional } = facts;
  return [
    HttpCode(200),
    ...(follows ? LINK : returns ? [RETURN] : [ApiOkResponse({ ...successOf(facts), ...(inCookie ? COOKIE : {}) })]),
    ...(page ? [ApiOkResponse(PAGE)] : []),
    ...((follows && !page) || returns ? [OTHER_FAILURE] : []),
    ...(conditional ? [ApiResponse({ status: 304, description: 'The client already has the current answer.' })] : []),
    ...(facts.either ? [ApiExtraModels(...facts.either)] : []),
    ...(answers ? [RouteSchema({ response: { 200: new AnswerSchema(answers, inCookie) } })] : []),
    ...(body ? [ApiBody({ type: body, required: hasRequiredField(body) })] : []),
    ...(noEvents ? [] : [UseInterceptors(RequestActorInterceptor)]),
  ];
}

/** What the parameters of paths mean. */
const PATH_PARAMETERS: Record<string, string> = {
  session_id: 'The `session_id` of a session in the list of the user.',
  device_id: 'The `device_id` of a device in the list of the user.',
  factor_id: 'The `factor_id` of an authenticator app of the user.',
  passkey_id: 'The `passkey_id` of a passkey of the user.',
  uid: 'The `uid` of the user.',
  identity_id: 'The `identity_id` of an identity of the user.',
  batch_id: 'The `batch_id` in the answer of the import.',
  delivery_id: 'The `delivery_id` of a delivery of this webhook.',
  kind: 'The `kind` of an email.',
  key_id: 'The `key_id` of a key of the user.',
  client_id: 'The `client_id` of a client.',
  secret_id: 'The `secret_id` of a secret of the client.',
};

/** The names of the parameters of the path that a handler takes. */
function namesIn(target: object, name: string | symbol): string[] {
  const taken: Record<string, { data?: unknown }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {};
  const isParameter = ([key]: [string, unknown]) => key.startsWith(`${RouteParamtypes.PARAM}:`);
  return Object.entries(taken)
    .filter(isParameter)
    .map(([, { data }]) => String(data));
}

/** The texts of the operation. @param scope that an administrator needs */
function textsOf(facts: EndpointFacts, scope: RequiredScope | undefined, names: string[]): MethodDecorator[] {
  const { id, summary, alsoNeeds, parameters = {} } = facts;
  const needs = alsoNeeds
    ? `Scopes \`${scope}\` and \`${alsoNeeds}\`.`
    : scope === 'any'
      ? 'Any scope.'
      : `Scope \`${scope}\`.`;
  const description = [facts.description, scope && needs].filter(Boolean).join(' ');
  const meanings = names.map((name) => ApiParam({ name, description: parameters[name] ?? PATH_PARAMETERS[name] }));
  return [ApiOperation({ operationId: id, summary, description }), ...meanings];
}

function successOf({ answers, either, text }: EndpointFacts): ApiResponseOptions {
  if (either) return { schema: { oneOf: either.map((type) => ({ $ref: getSchemaPath(type) })) }, description: 'Done.' };
  if (answers) return { type: answers, description: 'Done.' };
  if (!text) return { description: 'Done; the body is empty.' };
  return { description: text.description, content: { [text.type]: { schema: { type: 'string' } } } };
}

/** A body without required fields may be left out. */
function hasRequiredField(body: Type): boolean {
  return (generateSchema(body).schema.required ?? []).length > 0;
}

/** An answer whose refresh token is in a cookie. */
const COOKIE: Headers = {
  headers: {
    'Set-Cookie': {
      description: 'The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`.',
      schema: { type: 'string' },
    },
  },
};

const PAGE: ApiResponseOptions = {
  description: 'A page with a button that follows the link.',
  content: { 'text/html': { schema: { type: 'string' } } },
};

const RETURN = ApiResponse({
  status: 302,
  description: 'To `next_url` with `code`; after a failure with `error` and `message`.',
});

const LINK = [
  ApiQuery({ name: 'token', description: 'The token of the mailed link.' }),
  ApiQuery({
    name: 'locale',
    required: false,
    enum: LANGUAGES,
    description: 'The language of the page. Default: that of the header Accept-Language.',
  }),
  ApiResponse({
    status: 302,
    description: 'To `next_url`; after a failure with `error` and `message`.',
  }),
];
