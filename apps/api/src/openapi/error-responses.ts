import { ERRORS, type ErrorCode } from '@app/errors';
import { ApiResponse } from '@nestjs/swagger';
import type { EndpointFacts } from './endpoint-facts.js';

/** The failures of an endpoint, as entries of the OpenAPI document: one for each HTTP status. */
export function errorResponses(facts: EndpointFacts): (MethodDecorator & ClassDecorator)[] {
  const codes = codesOf(facts);
  const statuses = new Set(codes.map((code) => ERRORS[code][0]));
  return [...statuses].map((status) =>
    errorResponse(
      status,
      codes.filter((code) => ERRORS[code][0] === status),
    ),
  );
}

function codesOf({ body, fails = [], bearer, admin, limited, bodiless, independent }: EndpointFacts): ErrorCode[] {
  return [
    ...(bearer ? ['NOT_AUTHENTICATED' as const] : []),
    ...(admin ? (['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'] as const) : []),
    ...fails,
    'INVALID_REQUEST',
    ...(body || bodiless ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(limited || admin ? (['TOO_MANY_REQUESTS'] as const) : []),
    'INTERNAL_ERROR',
    ...(independent ? [] : ['UNAVAILABLE' as const]),
  ];
}

/** For an operation without a documented success, since generated clients need a response besides redirects. */
export const OTHER_FAILURE = ApiResponse({
  status: 'default',
  description: 'Any other failure.',
  schema: errorSchema({}),
});

function errorResponse(status: number, codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status,
    description: codes.map((code) => `${code}: ${ERRORS[code][1]}`).join('\n\n'),
    schema: errorSchema({ enum: codes }),
  });
}

function errorSchema(code: { enum?: ErrorCode[] }) {
  return {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'string', ...code }, message: { type: 'string' } },
  };
}
