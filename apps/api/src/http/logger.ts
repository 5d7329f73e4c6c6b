import type { Env } from '@app/config';
import type { ErrorCode } from '@app/errors';
import { currentSpan, type SpanContext } from '@app/tracing';
import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { type PrettyOptions, build as pretty } from 'pino-pretty';
import { v4 as uuidv4 } from 'uuid';

/** Whether a person reads the log as it is written. */
const ON_TERMINAL = process.stdout.isTTY === true;

/** The fields of a request, which a terminal shows in one line. */
const REQUEST_FIELDS = ['request_id', 'method', 'route', 'path', 'status', 'code', 'duration_ms'];

/** The line of a request on a terminal, such as `POST /api/auth/user/login 400 INVALID_CREDENTIALS (wrong password) 84.1 ms`. */
function requestLine(log: Record<string, unknown>): string {
  const { method, route, path, status, code, reason, duration_ms: duration } = log;
  const time = duration === undefined ? undefined : `${duration} ms`;
  const why = code == null ? reason : reason && `(${reason})`;
  return [method, route ?? path, status, code, why, time].filter((part) => part != null).join(' ');
}

/** Texts of others could contain terminal commands. A stack has several lines. */
function escapeControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const PRETTY: PrettyOptions = {
  sync: true,
  singleLine: true,
  ignore: ['context', 'reason', 'trace_id', 'span_id', ...REQUEST_FIELDS].join(),
  messageFormat: (log) => (log.msg === 'request' ? requestLine(log) : escapeControls(String(log.msg))),
};

/** The fields of a line that belongs to a span. */
export function traceFields({ traceId, spanId }: SpanContext): { trace_id: string; span_id: string } {
  return { trace_id: traceId, span_id: spanId };
}

/** Lines that are written for a request name its trace. */
function fieldsOfWork(): object {
  const span = currentSpan();
  return span === undefined ? {} : traceFields(span);
}

/** Writes lines of JSON to standard output; on a terminal, coloured text. */
export function createLogger({ logLevel }: Pick<Env, 'logLevel'>): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    mixin: fieldsOfWork,
  };
  return ON_TERMINAL ? pino(options, pretty(PRETTY)) : pino(options);
}

/** Nest classes that log each module and route at start. Their lines are logged at the level `debug`. */
const STARTUP_LOGGERS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Sends the log lines of Nest, and of classes with a Nest logger, to the log of the service. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);

  /** Nest passes further values after the message: objects, the stack of an error, and last the name of the logger. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const texts = rest.filter((part) => typeof part === 'string');
    // In the bundle, the names of some classes begin with an underscore.
    const context = texts.at(-1)?.replace(/^_/, '');
    const fields = Object.assign({ context }, ...rest.filter((part) => typeof part === 'object'));
    const text = message instanceof Error ? message.stack : String(message);
    const quiet = level === 'info' && STARTUP_LOGGERS.has(fields.context);
    this.logger[quiet ? 'debug' : level](fields, [text, ...texts.slice(0, -1)].join('\n'));
  }
}

const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The request id of the client if it is short and has only safe characters, otherwise a new one. */
export function requestId({ headers }: Pick<FastifyRequest['raw'], 'headers'>): string {
  const own = headers['x-request-id'];
  return typeof own === 'string' && SAFE_ID.test(own) ? own : uuidv4();
}

/** The error code of a request, which the exception filter sets. */
export function failureOf(request: FastifyRequest): ErrorCode | undefined {
  return (request as FastifyRequest & { failure?: ErrorCode }).failure;
}

/** Which of the causes of its code refused a request, if the code has several; the exception filter sets it. */
function reasonOf(request: FastifyRequest): string | undefined {
  return (request as FastifyRequest & { reason?: string }).reason;
}

/** A part of a path that is no token and no address. */
const PLAIN_PART = /^[\w.~-]{0,24}$/;

/** The path of a request for a person who looks for a mistake: without the query and without parts that may be secret. */
function plainPath({ url = '' }: FastifyRequest['raw']): string {
  const [path = ''] = url.split(/[?#]/);
  return path
    .split('/')
    .map((part) => (PLAIN_PART.test(part) ? part : '…'))
    .join('/');
}

/** What probes request every few seconds. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics']);
/** The same of other services, and preflights. */
const FREQUENT = new Set(['*', '/.well-known/revocations']);

/** An additional field on a terminal, where a developer looks for mistakes. */
function details({ raw }: FastifyRequest, route: string | null) {
  return { path: route === null ? plainPath(raw) : undefined };
}

function levelOf(status: number, route: string | null): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  const quiet = PROBES.has(route ?? '') || (ON_TERMINAL && FREQUENT.has(route ?? ''));
  return quiet && status > 0 && status < 400 ? 'debug' : 'info';
}

/** The status of the answer; null without an answer, for which Fastify has 200. */
export function statusOf({ raw, request, statusCode }: FastifyReply): number | null {
  return raw.headersSent || failureOf(request) !== undefined ? statusCode : null;
}

/**
 * Writes one line for a request at its end. It has the route, not the path: of the client's text only the method and the id.
 * A terminal shows more, and no successful requests of programs that poll.
 */
export function logRequest(logger: Logger, reply: FastifyReply, span: SpanContext): void {
  const { raw, request } = reply;
  const route = request.routeOptions?.url ?? null;
  const code = failureOf(request) ?? null;
  const status = statusOf(reply);
  logger[levelOf(status ?? 0, route)](
    {
      request_id: request.id,
      ...traceFields(span),
      method: request.method,
      route,
      status,
      code,
      reason: raw.writableFinished || code !== null ? reasonOf(request) : 'incomplete',
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(ON_TERMINAL ? details(request, route) : {}),
    },
    'request',
  );
}
