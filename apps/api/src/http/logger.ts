import type { Env } from '@app/config';
import { currentSpan, type SpanContext } from '@app/tracing';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type PrettyOptions, build as pretty } from 'pino-pretty';

/** Whether a person reads the log as it is written. */
export const ON_TERMINAL = process.stdout.isTTY === true;

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
