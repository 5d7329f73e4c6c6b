import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseDatabaseUrl } from './database-url.js';
import { DEFAULT_DATABASE_URL, Env, SECRET_FORM } from './env.js';
import { SettingsError } from './settings-reader.js';

/**
 * The settings of this process: its environment, then the file `.env` of the working folder, then the defaults.
 * Outside production a missing `AUTH_SECRET` is made once and kept beside the database.
 * @throws {SettingsError} naming each variable that is wrong
 */
export function loadEnv(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Env {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const source: NodeJS.ProcessEnv = { ...fromFile, ...Object.fromEntries(given) };
  if (!source.AUTH_SECRET?.trim() && source.NODE_ENV !== 'production') {
    new Env({ ...source, AUTH_SECRET: 'x'.repeat(32) });
    source.AUTH_SECRET = localSecret(source.DATABASE_URL?.trim() || DEFAULT_DATABASE_URL, folder);
  }
  return new Env(source);
}

/** The secret kept beside the database, made at first use. One for a database in memory is forgotten with it. */
function localSecret(databaseUrl: string, folder: string): string {
  const database = parseDatabaseUrl(databaseUrl);
  const fresh = randomBytes(48).toString('base64url');
  if (database?.type === 'sqlite' && database.file === ':memory:') return fresh;
  const file = resolve(folder, database?.type === 'sqlite' ? `${database.file}.secret` : 'data/auth.secret');
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
