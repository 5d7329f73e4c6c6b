import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from './api-error.js';
import { ERRORS, type ErrorCode } from './codes.js';

/** What every failed request is answered with. */
interface Envelope {
  code: ErrorCode;
  message: string;
}

/** Gives a failure of some library its code, or leaves it alone. */
type Translate = (error: unknown) => ErrorCode | undefined;

/** Statuses that Nest, its HTTP adapters and their plug-ins use for failures of their own. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  // Our own guards name a code: this is a path that leads out of a folder of files.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
};

/** Turns whatever was thrown into `{code, message}` with the status of that code. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly translate: Translate = () => undefined,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const known = toApiError(error, this.translate);
    const [status] = ERRORS[known.code];
    if (status >= 500)
      this.logger.error(describe(error), {
        request_id: http.getRequest<{ id?: string }>().id,
      });
    http.getRequest<{ failure?: ErrorCode }>().failure = known.code;
    if (known.retryAfter !== undefined) {
      this.host.httpAdapter.setHeader(http.getResponse(), 'Retry-After', String(known.retryAfter));
    }
    this.host.httpAdapter.reply(http.getResponse(), toEnvelope(known), status);
  }
}

/** The documented failure that an error stands for; `INTERNAL_ERROR` when it stands for none. */
function toApiError(error: unknown, translate: Translate = () => undefined): ApiError {
  if (error instanceof ApiError) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number })?.statusCode;
  const code = translate(error) ?? codeOfStatus(status ?? 500);
  return new ApiError(code, undefined, { cause: error });
}

/** Whatever else a library refuses is the request's fault, not ours. */
function codeOfStatus(status: number): ErrorCode {
  return CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR');
}

/** The body of a failed answer: these two fields and no others. */
export function toEnvelope(error: ApiError): Envelope {
  return { code: error.code, message: error.message };
}

/** The stacks of an error and of what caused it; not its other properties, which may carry data of a user. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown: ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return (error.stack ?? error.message) + cause;
}
