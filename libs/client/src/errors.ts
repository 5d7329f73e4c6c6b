import type { paths } from './schema.js';

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type UserPath = Exclude<keyof paths, `/api/admin/${string}`>;
type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses[keyof Responses] : never;
type Responses = { [P in UserPath]: { [M in Method]: ResponsesOf<paths[P][M]> }[Method] }[UserPath];
type CodeOf<R> = R extends { content: { 'application/json': { code: infer Code extends string } } } ? Code : never;

/** Codes of mailed links, in the URL of the page to which they lead. */
type LinkErrorCode = 'LINK_EXPIRED' | 'LINK_ALREADY_USED';

/** Codes for failures without an answer of the service: it was not reached, or a proxy answered. */
type LocalErrorCode = 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER';

/** Every code that a call can fail with: those of the OpenAPI document, of links and of failures without an answer. */
export type ErrorCode = CodeOf<Responses> | LinkErrorCode | LocalErrorCode;

/** The error of every failed call. Programs use `code`; `message` is for people. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The HTTP status; 0 without an answer. */
    readonly status = 0,
    /** How many seconds to wait before the next try, if the service says so. */
    readonly retryAfter?: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Converts a failed answer. An answer without a code comes from a proxy, not from the service. */
export function errorOf({ status, headers }: Response, body: unknown): LatchkeyError {
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: string };
  return new LatchkeyError(
    code ?? 'UNEXPECTED_ANSWER',
    message ?? `The service answered ${status}.`,
    status,
    Number(headers.get('retry-after')) || undefined,
  );
}

/** A failure without an answer of the service. */
export function localError(code: ErrorCode, message: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError(code, message, 0, undefined, { cause });
}
