import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { type DatabaseLocation, DEFAULT_DATABASE_URL } from './database-url.js';
import { Env } from './env.js';
import { existingSecret, keepBaseUrl, keptBaseUrl, localSecret, requireSecret } from './secrets.js';
import { SETTINGS } from './settings.js';
import { type Problem, SettingsError, type Source } from './settings-reader.js';

/** Shorter names resemble too many other variables of an environment. */
const SHORTEST_NAME = 6;
const MOST_EDITS = 2;

/** A variable that is no setting, and the setting whose name is nearly the same. */
export interface MisspeltSetting {
  variable: string;
  setting: string;
}

/**
 * Finds variables that were probably meant as settings: at most two letters differ from the name of a setting that is not
 * set.
 */
export function misspeltSettings(source: Source): MisspeltSetting[] {
  const settings = new Set(Object.keys(SETTINGS));
  const others = Object.keys(source).filter((name) => !settings.has(name));
  return others.flatMap((variable) => {
    if (variable.length < SHORTEST_NAME) return [];
    const edits = (setting: string) => distance(variable.toUpperCase(), setting);
    const near = [...settings].filter((setting) => !source[setting] && edits(setting) <= MOST_EDITS);
    const [setting] = near.sort((one, other) => edits(one) - edits(other));
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

/** Variables of the environment and of `.env` that were probably meant as settings. */
export function findMisspeltSettings(environment: Source = process.env): MisspeltSetting[] {
  return misspeltSettings(sourceOf(environment));
}

/** The variables of OpenTelemetry, also those that are no settings of the service. */
export function openTelemetryVariables(environment: Source = process.env): Source {
  return Object.fromEntries(Object.entries(sourceOf(environment)).filter(([name]) => name.startsWith('OTEL_')));
}

/** The environment, then the file `.env` of the working folder. An empty value counts as not set. */
function sourceOf(environment: Source): Source {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...defined(fromFile), ...defined(environment) };
}

function defined(source: Source): Source {
  const entries = Object.entries(source).map(([variable, value]) => [variable, value?.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

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

function problemsOf(source: Source): Problem[] {
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
