import type { Env } from '@app/config';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { build as pretty } from 'pino-pretty';

/** Lines of JSON on standard output; in colour and for people where that is a terminal. */
export function createLogger({ logLevel }: Pick<Env, 'logLevel'>): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'context', sync: true })) : pino(options);
}

/** Parts of Nest that tell at start what they have wired: of interest to whoever changes the wiring. */
const WIRING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Lets Nest, and all that logs through it, write to the one log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);

  /** Nest passes what belongs to a message behind it: objects, the stack of an error, the name of the logger last. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const texts = rest.filter((part) => typeof part === 'string');
    const fields = Object.assign({ context: texts.at(-1) }, ...rest.filter((part) => typeof part === 'object'));
    const text = message instanceof Error ? message.stack : String(message);
    const quiet = level === 'info' && WIRING.has(fields.context);
    this.logger[quiet ? 'debug' : level](fields, [text, ...texts.slice(0, -1)].join('\n'));
  }
}
