import type { DatabaseLocation } from './database-url.js';
import { DEFAULT_DATABASE_URL } from './database-url.js';
import { Env } from './env.js';
import { existingSecret, keepBaseUrl, keptBaseUrl, localSecret, requireSecret } from './secrets.js';
import { type Problem, SettingsError } from './settings-reader.js';
import { defined, type MisspeltSetting, misspeltSettings, type Source, sourceOf } from './settings-source.js';

/**
 * The settings of the service: from the environment, then the file `.env` of the working folder, then the defaults.
 * Outside production a missing `AUTH_SECRET` is created once and stored beside the database.
 * @param defaultNodeEnv the value of `NODE_ENV` when it is not set
 * @param own values of the service itself, for settings that are not set
 * @throws {SettingsError} naming each invalid variable
 */
export function loadEnv(
  environment: Source = process.env,
  defaultNodeEnv: Env['nodeEnv'] = 'production',
  own: Source = {},
): Env {
  return envOf(sourceOf(environment), { NODE_ENV: defaultNodeEnv, ...own });
}

/**
 * The settings of a command. In production it needs no `BASE_URL`: a command that creates a link asks for it. When neither `NODE_ENV` nor
 * `AUTH_SECRET` is set, it uses the secret that `npm start` has stored, so that commands work beside it. It creates none. Outside
 * production its links lead to the service that used the database last, unless `BASE_URL` or `PORT` is set.
 * @throws {SettingsError} naming each invalid variable
 */
export function loadCliEnv(environment: Source = process.env): Env {
  const source = withStoredSecret(sourceOf(environment));
  return new CommandEnv(source, {
    BASE_URL: isProduction(source) ? NO_BASE_URL : runningAt(source),
    AUTH_SECRET: lacksSecret(source) ? requireSecret(databaseUrl(source)) : undefined,
  });
}

class CommandEnv extends Env {
  /** Also when the service sends emails to a local inbox. */
  override get mailConfigured(): boolean {
    return super.mailConfigured || this.wantsInbox;
  }
}

/**
 * The location of the database, for work that needs no secret.
 * @throws {SettingsError} naming each invalid variable
 */
export function loadDatabaseLocation(environment: Source = process.env): DatabaseLocation {
  return new Env({ BASE_URL: NO_BASE_URL, AUTH_SECRET: PLACEHOLDER, ...sourceOf(environment) }).database;
}

/** Tells commands in other shells where the service is. In production they need `BASE_URL`. */
export function announceBaseUrl({ production, baseUrl }: Env, environment: Source = process.env): void {
  if (!production) keepBaseUrl(baseUrl, databaseUrl(sourceOf(environment)));
}

/** All settings. Invalid ones have their default values, and are listed as problems. */
export interface Inspection {
  env: Env;
  problems: Problem[];
  /** Whether `env.authSecret` is the real secret: false when it is invalid, or does not exist before the first start. */
  secretKnown: boolean;
  /** Whether `NODE_ENV` is set. */
  nodeEnvSet: boolean;
  /** Variables that were probably meant as settings. */
  misspelt: MisspeltSetting[];
}

/** Reads the settings of a command, but creates no secret and does not reject invalid settings. */
export function inspectEnv(environment: Source = process.env): Inspection {
  const given = sourceOf(environment);
  const source = withStoredSecret(given);
  const own = lacksSecret(source);
  if (own) source.AUTH_SECRET = existingSecret(databaseUrl(source));
  const problems = problemsOf(own ? { AUTH_SECRET: PLACEHOLDER, ...defined(source) } : source);
  const usable: Source = { ...source };
  for (const { variable } of problems) delete usable[variable];
  return {
    env: new Env(
      {
        AUTH_SECRET: PLACEHOLDER,
        ...(isProduction(usable) ? { BASE_URL: NO_BASE_URL } : {}),
        ...defined(usable),
      },
      { BASE_URL: runningAt(usable) },
    ),
    problems,
    secretKnown: usable.AUTH_SECRET !== undefined,
    nodeEnvSet: given.NODE_ENV !== undefined,
    misspelt: misspeltSettings(given),
  };
}

/** Has the form of a secret, but is not used as one. */
const PLACEHOLDER = 'placeholder: there is no secret yet';
/** For work that creates no links. */
const NO_BASE_URL = 'http://localhost';

function envOf(source: Source, own: Source): Env {
  if (!lacksSecret({ ...own, ...source })) return new Env(source, own);
  new Env(source, { ...own, AUTH_SECRET: PLACEHOLDER });
  return new Env(source, { ...own, AUTH_SECRET: localSecret(databaseUrl(source)) });
}

function problemsOf(source: NodeJS.ProcessEnv): Problem[] {
  try {
    new Env(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function withStoredSecret(source: Source): Source {
  if (source.NODE_ENV !== undefined || source.AUTH_SECRET !== undefined) return source;
  const secret = existingSecret(databaseUrl(source));
  return secret ? { ...source, NODE_ENV: 'development', AUTH_SECRET: secret } : source;
}

/** The `BASE_URL` of the service in development whose settings this shell does not have; undefined where they say it. */
function runningAt(source: Source): string | undefined {
  const says = isProduction(source) || source.BASE_URL !== undefined || source.PORT !== undefined;
  return says ? undefined : keptBaseUrl(databaseUrl(source));
}

function databaseUrl({ DATABASE_URL = DEFAULT_DATABASE_URL }: Source): string {
  return DATABASE_URL;
}

/** Whether the service creates the secret itself. */
function lacksSecret(source: Source): boolean {
  return source.AUTH_SECRET === undefined && !isProduction(source);
}

function isProduction({ NODE_ENV = 'production' }: Source): boolean {
  return NODE_ENV === 'production';
}
