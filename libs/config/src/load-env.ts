import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { DatabaseLocation } from './database-url.js';
import { DEFAULT_DATABASE_URL, Env, type NodeEnv } from './env.js';
import { existingSecret, localSecret } from './local-secret.js';
import { type Problem, SettingsError } from './settings-reader.js';

type Source = NodeJS.ProcessEnv;

/**
 * The settings of the service: its environment, then the file `.env` of the working folder, then the defaults.
 * Outside production a missing `AUTH_SECRET` is made once and kept beside the database.
 * @param defaultNodeEnv the value of `NODE_ENV` where it is not set
 * @throws {SettingsError} naming each variable that is wrong
 */
export function loadEnv(environment: Source = process.env, defaultNodeEnv: NodeEnv = 'production'): Env {
  return envOf({ NODE_ENV: defaultNodeEnv, ...sourceOf(environment) });
}

/**
 * The settings of a command. It needs no `BASE_URL`, since no command makes a link. Where neither `NODE_ENV` nor
 * `AUTH_SECRET` is set, it uses the secret that `npm start` has kept, so that commands work beside it.
 * @throws {SettingsError} naming each variable that is wrong
 */
export function loadCliEnv(environment: Source = process.env): Env {
  return envOf({ BASE_URL: NO_BASE_URL, ...withKeptSecret(sourceOf(environment)) });
}

/**
 * Where the database is, for work that needs no secret.
 * @throws {SettingsError} naming each variable that is wrong
 */
export function loadDatabaseLocation(environment: Source = process.env): DatabaseLocation {
  return new Env({ BASE_URL: NO_BASE_URL, AUTH_SECRET: PLACEHOLDER, ...sourceOf(environment) }).database;
}

/** The settings as they are: those that cannot be used have their defaults, and are listed as problems. */
export interface Inspection {
  env: Env;
  problems: Problem[];
  /** Whether `env.authSecret` is the real one: false where it is wrong, or will be made at the first start only. */
  secretKnown: boolean;
  /** Whether `NODE_ENV` is set. */
  nodeEnvSet: boolean;
}

/** Reads what a command reads, but makes no secret and stops at no wrong setting. */
export function inspectEnv(environment: Source = process.env): Inspection {
  const given = sourceOf(environment);
  const source = withKeptSecret(given);
  const made = lacksSecret(source);
  if (made) source.AUTH_SECRET = existingSecret(databaseUrl(source));
  const problems = problemsOf(made ? { AUTH_SECRET: PLACEHOLDER, ...defined(source) } : source);
  const usable: Source = { ...source };
  for (const { variable } of problems) delete usable[variable];
  return {
    env: new Env({ AUTH_SECRET: PLACEHOLDER, BASE_URL: NO_BASE_URL, ...defined(usable) }),
    problems,
    secretKnown: usable.AUTH_SECRET !== undefined,
    nodeEnvSet: given.NODE_ENV !== undefined,
  };
}

/** Has the form of a secret, and is none. */
const PLACEHOLDER = 'placeholder: there is no secret yet';
/** For work that makes no links. */
const NO_BASE_URL = 'http://localhost';

function envOf(source: Source): Env {
  if (!lacksSecret(source)) return new Env(source);
  new Env({ ...source, AUTH_SECRET: PLACEHOLDER });
  return new Env({ ...source, AUTH_SECRET: localSecret(databaseUrl(source)) });
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

/** The environment over the file `.env` of the working folder. A variable set to nothing counts as not set. */
function sourceOf(environment: Source): Source {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...defined(fromFile), ...defined(environment) };
}

function defined(source: Source): Source {
  const entries = Object.entries(source).map(([variable, value]) => [variable, value?.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

function withKeptSecret(source: Source): Source {
  if (source.NODE_ENV !== undefined || source.AUTH_SECRET !== undefined) return source;
  const secret = existingSecret(databaseUrl(source));
  return secret ? { ...source, NODE_ENV: 'development', AUTH_SECRET: secret } : source;
}

function databaseUrl({ DATABASE_URL = DEFAULT_DATABASE_URL }: Source): string {
  return DATABASE_URL;
}

/** Whether a secret is to be made, or was made before. */
function lacksSecret({ AUTH_SECRET, NODE_ENV = 'production' }: Source): boolean {
  return AUTH_SECRET === undefined && NODE_ENV !== 'production';
}
