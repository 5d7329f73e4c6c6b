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

function errorResponse(status: number, codes: ErrorCode[]): MethodDecorator & ClassDecorator {
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
