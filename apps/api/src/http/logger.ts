import type { Env } from '@app/config';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { build as pretty } from 'pino-pretty';

/** Writes lines of JSON to standard output; on a terminal, coloured text. */
export function createLogger({ logLevel }: Pick<Env, 'logLevel'>): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'context', sync: true })) : pino(options);
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
