import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseDatabaseUrl } from './database-url.js';
import { DEFAULT_DATABASE_URL, Env, SECRET_FORM } from './env.js';
import { type Problem, SettingsError } from './settings-reader.js';

/**
 * The settings of this process: its environment, then the file `.env` of the working folder, then the defaults.
 * Outside production a missing `AUTH_SECRET` is made once and kept beside the database.
 * @throws {SettingsError} naming each variable that is wrong
 */
export function loadEnv(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Env {
  const source = sourceOf(environment, folder);
  if (lacksSecret(source)) {
    new Env({ ...source, AUTH_SECRET: PLACEHOLDER });
    source.AUTH_SECRET = localSecret(source.DATABASE_URL?.trim() || DEFAULT_DATABASE_URL, folder);
  }
  return new Env(source);
}

/** The settings as they are: those that cannot be used stand at their defaults and are told as problems. */
export interface Inspection {
  env: Env;
  problems: Problem[];
  /** Whether `env.authSecret` is the real one: false where it is wrong, or will be made at the first start only. */
  secretKnown: boolean;
}

/** Reads what `loadEnv()` reads, but makes no secret and stops at no wrong setting. */
export function inspectEnv(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Inspection {
  const source = sourceOf(environment, folder);
  const unset = lacksSecret(source);
  if (unset) source.AUTH_SECRET = existingSecret(source.DATABASE_URL?.trim() || DEFAULT_DATABASE_URL, folder);
  const known = { ...source, AUTH_SECRET: source.AUTH_SECRET ?? (unset ? PLACEHOLDER : undefined) };
  const problems = problemsOf(known);
  const usable: NodeJS.ProcessEnv = { ...known };
  for (const { variable } of problems) delete usable[variable];
  const secretKnown = Boolean(source.AUTH_SECRET && usable.AUTH_SECRET);
  return { env: new Env({ ...usable, AUTH_SECRET: usable.AUTH_SECRET ?? PLACEHOLDER }), problems, secretKnown };
}

/** Long enough to be a secret, and none. */
const PLACEHOLDER = 'x'.repeat(32);

function problemsOf(source: NodeJS.ProcessEnv): Problem[] {
  try {
    new Env(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** The environment over the file `.env`; a variable set to nothing counts as not set. */
function sourceOf(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  return { ...fromFile, ...Object.fromEntries(given) };
}

/** Whether a secret is to be made, or was made before. */
function lacksSecret(source: NodeJS.ProcessEnv): boolean {
  return !source.AUTH_SECRET?.trim() && source.NODE_ENV !== 'production';
}

/** Where the secret of a database is kept; undefined for a database in memory. */
function secretFile(databaseUrl: string, folder: string): string | undefined {
  const database = parseDatabaseUrl(databaseUrl);
  if (database?.type !== 'sqlite') return resolve(folder, 'data/auth.secret');
  return database.file === ':memory:' ? undefined : resolve(folder, `${database.file}.secret`);
}

function existingSecret(databaseUrl: string, folder: string): string | undefined {
  try {
    const file = secretFile(databaseUrl, folder);
    return file && readFileSync(file, 'utf8').trim();
  } catch {
    // None yet, or a wrong DATABASE_URL, which is told by itself.
    return undefined;
  }
}

/** The secret kept beside the database, made at first use. One for a database in memory is forgotten with it. */
function localSecret(databaseUrl: string, folder: string): string {
  const fresh = randomBytes(48).toString('base64url');
  const file = secretFile(databaseUrl, folder);
  if (file === undefined) return fresh;
  try {
    return keptSecret(file, fresh);
  } catch (error) {
    const wrong = `it is not set, and none can be kept in ${file}: ${(error as Error).message}`;
    throw new SettingsError([{ variable: 'AUTH_SECRET', wrong, allowed: SECRET_FORM }]);
  }
}

/** The secret in a file; where there is none yet, it is made of the fresh one. */
function keptSecret(file: string, fresh: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${fresh}\n`, { mode: 0o600 });
  try {
    // Whole or not at all: of two processes that start at once, both end up with the secret of the first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
