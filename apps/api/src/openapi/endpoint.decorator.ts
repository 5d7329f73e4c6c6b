import { ERRORS, type ErrorCode, statusOf } from '@app/errors';
import { FACTOR_KINDS, PROOF_METHODS, type ProofMethod } from '@app/factors';
import { LANGUAGES } from '@app/mail';
import { applyDecorators, HttpCode, type Type, UseGuards, UseInterceptors } from '@nestjs/common';
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
import { cookieUseOf } from '../access/session-cookie.js';
import { BodyGuard } from '../access/user.guards.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';
import { OAUTH_ERRORS, UNSUPPORTED_GRANT_TYPE } from '../wire/wire.js';
import { AnswerSchema, type EndpointFacts } from './document.js';
import { OPERATIONS } from './operations.js';

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
 * The failures of an endpoint, with those of the guards that `@Access` adds, as entries of the OpenAPI document: one for each
 * HTTP status.
 */
function errorResponses(facts: EndpointFacts, refusals: ErrorCode[]): (MethodDecorator & ClassDecorator)[] {
  if (facts.oauth) return oauthResponses();
  const codes = codesOf(facts, refusals);
  const statuses = new Set(codes.map((code) => statusOf(code)));
  return [...statuses].map((status) =>
    errorResponse(
      status,
      codes.filter((code) => statusOf(code) === status),
    ),
  );
}

/** The failures of the token endpoint (RFC 6749, section 5.2). */
function oauthResponses(): (MethodDecorator & ClassDecorator)[] {
  const all = [...Object.values(OAUTH_ERRORS), [400, UNSUPPORTED_GRANT_TYPE] as const];
  return [...new Set(all.map(([status]) => status))].map((status) => {
    const errors = all.filter((one) => one[0] === status).map(([, error]) => error);
    const properties = { error: { type: 'string', enum: errors }, error_description: { type: 'string' } };
    const schema = { type: 'object', required: ['error'], properties };
    return ApiResponse({ status, description: errors.join(', '), schema });
  });
}

function codesOf({ body, fails = [], bodiless, independent }: EndpointFacts, refusals: ErrorCode[]): ErrorCode[] {
  return [
    ...refusals,
    ...fails,
    'INVALID_REQUEST',
    ...(body || bodiless ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
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

function errorResponse(status: number, codes: ErrorCode[]): MethodDecorator & ClassDecorator {
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

/**
 * Describes an endpoint for the OpenAPI document, and adds the guard of its body and its origin interceptor. Success is 200.
 * It must be above `@Access`: decorators are applied from the bottom up, and the guard of the body must be the last one.
 * @throws {Error} without `@Access`, when the class is loaded
 */
export function Endpoint(facts: EndpointFacts): MethodDecorator {
  return (target, name, descriptor) => {
    const refusals = refusalsOf(descriptor.value as object);
    if (!refusals) throw new Error(`${target.constructor.name}.${String(name)} needs @Access below its @Endpoint.`);
    const use = cookieUseOf(descriptor.value as object);
    const inCookie = use !== undefined && use !== 'show';
    applyDecorators(...describe(facts, inCookie), ...errorResponses(facts, refusals))(target, name, descriptor);
  };
}

function describe(facts: EndpointFacts, inCookie: boolean): MethodDecorator[] {
  const { body, bodiless, answers, follows, returns, page, noEvents, conditional } = facts;
  return [
    HttpCode(200),
    ...nameOf(facts),
    ...(follows ? LINK : returns ? [RETURN] : [ApiOkResponse({ ...successOf(facts), ...(inCookie ? COOKIE : {}) })]),
    ...(page ? [ApiOkResponse(PAGE)] : []),
    ...((follows && !page) || returns ? [OTHER_FAILURE] : []),
    ...(conditional ? [ApiResponse({ status: 304, description: 'The client already has the current answer.' })] : []),
    ...(facts.either ? [ApiExtraModels(...facts.either)] : []),
    ...(answers ? [RouteSchema({ response: { 200: new AnswerSchema(answers, inCookie) } })] : []),
    ...(body ? [ApiBody({ type: body, required: hasRequiredField(body) })] : []),
    ...(noEvents ? [] : [UseInterceptors(RequestActorInterceptor)]),
    ...(body || bodiless ? [UseGuards(BodyGuard)] : []),
  ];
}

/** The texts of the operation. */
function nameOf({ id }: EndpointFacts): MethodDecorator[] {
  const { summary, description, parameters = {} } = OPERATIONS[id];
  const named = Object.entries(parameters).map(([name, text]) => ApiParam({ name, description: text }));
  return [ApiOperation({ operationId: id, summary, description }), ...named];
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
