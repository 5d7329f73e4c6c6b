import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDatabaseUrl } from './database-url.js';
import { SECRET_FORM } from './secret-settings.js';
import { SettingsError } from './settings-reader.js';

/** Where the secret of a database is kept; undefined for a database in memory. */
function secretFile(databaseUrl: string): string | undefined {
  const database = parseDatabaseUrl(databaseUrl);
  if (database?.type !== 'sqlite') return resolve('data/auth.secret');
  return database.file === ':memory:' ? undefined : resolve(`${database.file}.secret`);
}

/** The secret that was kept beside the database; undefined where there is none. */
export function existingSecret(databaseUrl: string): string | undefined {
  try {
    const file = secretFile(databaseUrl);
    return file && readFileSync(file, 'utf8').trim();
  } catch {
    // None yet, or a wrong DATABASE_URL, which is a problem of its own.
    return undefined;
  }
}

/** The secret kept beside the database, made at first use. One for a database in memory is forgotten with it. */
export function localSecret(databaseUrl: string): string {
  const fresh = randomBytes(48).toString('base64url');
  const file = secretFile(databaseUrl);
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
