import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from './api-error.js';
import { type ErrorCode, statusOf } from './codes.js';

/** The body of the answer to a failed request. */
interface ErrorBody {
  code: ErrorCode;
  message: string;
  [further: string]: unknown;
}

/** Returns the code for an error of a library, or undefined for an error that it does not know. */
type Translate = (error: unknown) => ErrorCode | undefined;

/** The codes for HTTP statuses that Nest, its HTTP adapters and their plug-ins use. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  // Guards of the service throw a code. This status means a path that leaves a folder of static files.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
};

/** What the filter reads and writes of a request. */
interface FailedRequest {
  id?: string;
  raw: { complete: boolean; destroyed: boolean };
  /** For the log. */
  failure?: ErrorCode;
  reason?: string;
}

/** When a client may repeat a request to a service that is unavailable, unless the failure says when. */
const RETRY_AFTER_SECONDS = 2;

/** Answers every error with `{code, message}` and the HTTP status of the code. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly translate: Translate = () => undefined,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const error = toApiError(thrown, this.translate);
    const status = statusOf(error.code);
    const request = http.getRequest<FailedRequest>();
    // Its client has disconnected: there is no answer, so the log has none.
    if (!request.raw.complete && request.raw.destroyed) return;
    if (status >= 500 && !isRefusal(thrown)) this.logger.error(describe(thrown), { request_id: request.id });
    request.failure = error.code;
    request.reason = error.reason;
    const retryAfter = error.retryAfter ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) {
      this.host.httpAdapter.setHeader(http.getResponse(), 'Retry-After', String(retryAfter));
    }
    this.answer(error, host);
  }

  protected answer(error: ApiError, host: ArgumentsHost): void {
    const status = statusOf(error.code);
    this.host.httpAdapter.reply(host.switchToHttp().getResponse(), toErrorBody(error), status);
  }
}

/**
 * Whether the service refuses the request because of a known state, such as its start or too much work. The log line of the
 * request has the code, and a stack for each refused request would hide other errors.
 */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'UNAVAILABLE' && thrown.cause === undefined;
}

/** The documented failure for an error; `INTERNAL_ERROR` for an unexpected error. */
function toApiError(error: unknown, translate: Translate): ApiError {
  if (error instanceof ApiError) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number })?.statusCode;
  const code = translate(error) ?? codeOfStatus(status ?? 500);
  return new ApiError(code, undefined, { cause: error });
}

/** Any other 4xx status of a library means that the request is wrong. */
function codeOfStatus(status: number): ErrorCode {
  return CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR');
}

/** The body of a failed answer: the code, the message, and further fields where the failure has them. */
export function toErrorBody({ code, message, details }: ApiError): ErrorBody {
  return { code, message, ...details };
}

/** The stacks of an error and of its causes, without other properties, which may contain data of a user. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown: ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return (error.stack ?? error.message) + cause;
}
