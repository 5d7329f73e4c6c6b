import type { paths } from './schema.js';

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type UserPath = Exclude<keyof paths, `/api/admin/${string}`>;
type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses[keyof Responses] : never;
type Responses = { [P in UserPath]: { [M in Method]: ResponsesOf<paths[P][M]> }[Method] }[UserPath];
type CodeOf<R> = R extends { content: { 'application/json': { code: infer Code extends string } } } ? Code : never;

/** What a mailed link can come back with, in the address of the page that it leads to. */
type LinkErrorCode = 'LINK_EXPIRED' | 'LINK_ALREADY_USED';

/** What does not come from the service: it was not reached, or something between answered in its place. */
type LocalErrorCode = 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER';

/** Every code that a call can fail with: those of the OpenAPI document, and the few that are not answers to a call. */
export type ErrorCode = CodeOf<Responses> | LinkErrorCode | LocalErrorCode;

/** What every call of the client fails with. Decide by `code`; `message` is for people. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The HTTP status; 0 where no answer came. */
    readonly status = 0,
    /** How many seconds to wait before the next try, where the service says so. */
    readonly retryAfter?: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** A failed answer as an error. What has no code is not from the service, but of a proxy before it. */
export function errorOf({ status, headers }: Response, body: unknown): LatchkeyError {
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: string };
  return new LatchkeyError(
    code ?? 'UNEXPECTED_ANSWER',
    message ?? `The service answered ${status}.`,
    status,
    Number(headers.get('retry-after')) || undefined,
  );
}

/** A failure that no answer tells of. */
export function localError(code: ErrorCode, message: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError(code, message, 0, undefined, { cause });
}
