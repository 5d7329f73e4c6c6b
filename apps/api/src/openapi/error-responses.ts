import { ERRORS, type ErrorCode } from '@app/errors';
import { ApiResponse } from '@nestjs/swagger';
import { OAUTH_ERRORS, UNSUPPORTED_GRANT_TYPE } from '../wire/oauth-errors.js';
import type { EndpointFacts } from './endpoint-facts.js';

type Schemas = Record<string, object>;

const METHODS = { type: 'array', items: { type: 'string' }, description: 'What the user can answer with.' };
const NEXT_STEP: Schemas = {
  mfa_token: { type: 'string', description: 'For the next step of the sign-in.' },
  expiry: { type: 'integer', description: 'When the `mfa_token` expires, in UNIX epoch seconds.' },
  methods: METHODS,
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
    methods: METHODS,
  },
};

/**
 * The failures of an endpoint, with those of the guards that `@Access` adds, as entries of the OpenAPI document: one for each
 * HTTP status.
 */
export function errorResponses(facts: EndpointFacts, refusals: ErrorCode[]): (MethodDecorator & ClassDecorator)[] {
  if (facts.oauth) return oauthResponses();
  const codes = codesOf(facts, refusals);
  const statuses = new Set(codes.map((code) => ERRORS[code][0]));
  return [...statuses].map((status) =>
    errorResponse(
      status,
      codes.filter((code) => ERRORS[code][0] === status),
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
export const OTHER_FAILURE = ApiResponse({
  status: 'default',
  description: 'Any other failure: `code` and `message`.',
});

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
        ...furtherFieldsOf(codes),
      },
    },
  });
}

function furtherFieldsOf(codes: ErrorCode[]): Schemas {
  return Object.assign({}, ...codes.map((code) => FURTHER_FIELDS[code]));
}
