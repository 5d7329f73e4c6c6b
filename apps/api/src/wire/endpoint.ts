import { ERRORS, type ErrorCode } from '@app/errors';
import { applyDecorators, HttpCode, type Type, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiBearerAuth,
  ApiBody,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  type ApiResponseOptions,
  ApiSecurity,
  generateSchema,
} from '@nestjs/swagger';
import { OriginInterceptor } from './origin.interceptor.js';
import { BodyGuard } from './read-body.js';

export interface EndpointFacts {
  summary: string;
  /** The DTO of the body; left out when none is read. */
  body?: Type;
  /** The DTO of the answer; left out when it is empty. */
  answers?: Type;
  /** The media type of an answer that is text, and what stands in it. */
  text?: { type: string; description: string };
  /** The codes of its own that a request may fail with. */
  fails?: ErrorCode[];
  /** Whether an access token is required, or optional beside something else that proves as much. */
  bearer?: boolean | 'optional';
  /** Whether an admin token is required. */
  admin?: boolean;
  /** Whether it reads the query of the URL. */
  query?: boolean;
  /** Whether the `AddressLimitGuard` limits its requests. */
  limited?: boolean;
  /** Whether it needs no body, but one that is sent must be valid all the same: a POST or DELETE without fields. */
  bodiless?: boolean;
  /** Whether it follows a link: it takes its token and answers 302. */
  follows?: boolean;
  /** Whether it can show a page with a button instead. */
  page?: boolean;
  /** Whether it leaves nothing in the event log, so that nobody has to know on whose behalf it works. */
  quiet?: boolean;
  /** Whether a client that has the answer already is told so: 304 (RFC 9110, section 13.1.2). */
  conditional?: boolean;
  /** Whether the answer can be given without the database. */
  independent?: boolean;
}

/**
 * What an endpoint takes, answers and fails with: the source of its entry in the OpenAPI document. Success is 200. It stands
 * above `@UseGuards`, since decorators are applied from the bottom up and the body is read by the last guard.
 */
export function Endpoint(facts: EndpointFacts): MethodDecorator {
  const { summary, body, bodiless, answers, bearer, admin, follows, page, quiet, conditional } = facts;
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary }),
    ...(follows ? LINK : [ApiOkResponse(successOf(facts))]),
    ...(page ? [ApiOkResponse(PAGE)] : []),
    ...(conditional ? [ApiResponse({ status: 304, description: 'It is what the client has already.' })] : []),
    ...(answers ? [RouteSchema({ response: { 200: schemaOf(answers) } })] : []),
    ...(body ? [ApiBody({ type: body, required: hasRequiredField(body) })] : []),
    ...(quiet ? [] : [UseInterceptors(OriginInterceptor)]),
    ...(body || bodiless ? [UseGuards(BodyGuard)] : []),
    ...(bearer ? [ApiBearerAuth()] : []),
    ...(bearer === 'optional' ? [ApiSecurity({})] : []),
    ...(admin ? [ApiBearerAuth(ADMIN_SECURITY)] : []),
    ...failures(codesOf(facts)),
  );
}

function successOf({ answers, text }: EndpointFacts): ApiResponseOptions {
  if (answers) return { type: answers, description: 'Done.' };
  if (!text) return { description: 'Done; the body is empty.' };
  return { description: text.description, content: { [text.type]: { schema: { type: 'string' } } } };
}

/** A body without a required field may be left out as a whole. */
function hasRequiredField(body: Type): boolean {
  return (generateSchema(body).schema.required ?? []).length > 0;
}

/** How an answer is written: each field as it is documented, and no other. Fastify makes code of it once, at start. */
function schemaOf(answer: Type): object {
  const { schema, schemas } = generateSchema(answer);
  return { ...schema, components: { schemas } };
}

/** How the OpenAPI document calls the admin token. */
export const ADMIN_SECURITY = 'admin';

const PAGE: ApiResponseOptions = {
  description: 'A page with a button, where one comes before the link is followed.',
  content: { 'text/html': { schema: { type: 'string' } } },
};

const LINK = [
  ApiQuery({ name: 'token', description: 'As it stands in the mailed link.' }),
  ApiResponse({
    status: 302,
    description: 'On to `next_url`; there `error` and `message` say what went wrong.',
  }),
];

function codesOf({
  body,
  fails = [],
  bearer,
  admin,
  query,
  limited,
  bodiless,
  independent,
}: EndpointFacts): ErrorCode[] {
  return [
    ...(bearer ? ['NOT_AUTHENTICATED' as const] : []),
    ...(admin ? (['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'] as const) : []),
    ...fails,
    ...(query && !body && !bodiless ? (['INVALID_REQUEST'] as const) : []),
    ...(body || bodiless ? (['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(limited || admin ? (['TOO_MANY_REQUESTS'] as const) : []),
    'INTERNAL_ERROR',
    ...(independent ? [] : ['UNAVAILABLE' as const]),
  ];
}

/** One entry for each status. */
function failures(codes: ErrorCode[]): (MethodDecorator & ClassDecorator)[] {
  const statuses = new Set(codes.map((code) => ERRORS[code][0]));
  return [...statuses].map((status) =>
    failure(
      status,
      codes.filter((code) => ERRORS[code][0] === status),
    ),
  );
}

function failure(status: number, codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status,
    description: codes.map((code) => `${code}: ${ERRORS[code][1]}`).join('\n\n'),
    schema: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string' },
      },
    },
  });
}
