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
import { BodyGuard } from '../access/body.guard.js';
import { cookieUseOf } from '../access/session-cookie.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';
import { AnswerSchema } from './answer-schema.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { errorResponses, OTHER_FAILURE } from './error-responses.js';
import { OPERATIONS } from './operations.js';

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
