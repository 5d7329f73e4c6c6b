import { applyDecorators, HttpCode, type Type, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  type ApiResponseOptions,
  ApiSecurity,
  generateSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import { BodyGuard } from '../access/body.guard.js';
import { Impersonation, ImpersonationGuard } from '../access/stale-token.guard.js';
import { OriginInterceptor } from '../wire/origin.interceptor.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { errorResponses, OTHER_FAILURE } from './error-responses.js';
import { OPERATIONS } from './operations.js';

/**
 * Describes an endpoint for the OpenAPI document, and adds its last guards and its origin interceptor. Success is 200. It
 * must be above `@UseGuards`: decorators are applied from the bottom up, and the body guard must be the last guard.
 */
export function Endpoint(facts: EndpointFacts): MethodDecorator {
  const { body, bodiless, answers, bearer, impersonation = false, admin, follows, returns, page } = facts;
  const { noEvents, conditional } = facts;
  return applyDecorators(
    HttpCode(200),
    ...describe(facts),
    ...(follows ? LINK : returns ? [RETURN] : [ApiOkResponse(successOf(facts))]),
    ...(page ? [ApiOkResponse(PAGE)] : []),
    ...((follows && !page) || returns ? [OTHER_FAILURE] : []),
    ...(conditional ? [ApiResponse({ status: 304, description: 'The client already has the current answer.' })] : []),
    ...(facts.either ? [ApiExtraModels(...facts.either)] : []),
    ...(answers ? [RouteSchema({ response: { 200: schemaOf(answers) } })] : []),
    ...(body ? [ApiBody({ type: body, required: hasRequiredField(body) })] : []),
    ...(noEvents ? [] : [UseInterceptors(OriginInterceptor)]),
    ...(bearer ? [UseGuards(ImpersonationGuard), Impersonation(impersonation)] : []),
    ...(body || bodiless ? [UseGuards(BodyGuard)] : []),
    ...(bearer ? [ApiBearerAuth()] : []),
    ...(bearer === 'optional' ? [ApiSecurity({})] : []),
    ...(admin ? [ApiBearerAuth(ADMIN_SECURITY)] : []),
    ...errorResponses(facts),
  );
}

/** The texts of the operation, and the empty list of security schemes of an endpoint without a token. */
function describe({ id, bearer, admin }: EndpointFacts): MethodDecorator[] {
  const { summary, description, parameters = {} } = OPERATIONS[id];
  const security = bearer || admin ? {} : { security: [] };
  const named = Object.entries(parameters).map(([name, text]) => ApiParam({ name, description: text }));
  return [ApiOperation({ operationId: id, summary, description, ...security }), ...named];
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

/** The JSON schema by which Fastify serializes the answer: documented fields only. Compiled once, at start. */
function schemaOf(answer: Type): object {
  const { schema, schemas } = generateSchema(answer);
  return { ...schema, components: { schemas } };
}

/** The name of the admin token's security scheme in the OpenAPI document. */
export const ADMIN_SECURITY = 'admin';

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
  ApiResponse({
    status: 302,
    description: 'To `next_url`; after a failure with `error` and `message`.',
  }),
];
