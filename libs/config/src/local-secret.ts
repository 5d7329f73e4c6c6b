import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDatabaseUrl } from './database-url.js';
import { SECRET_FORM } from './settings/secret-settings.js';
import { SettingsError } from './settings-reader.js';
import { parseUrl } from './values/url-settings.js';

/** A file beside a database, which the service writes for itself and for commands; undefined for a database in memory. */
function fileBeside(databaseUrl: string, suffix: 'secret' | 'url'): string | undefined {
  const database = parseDatabaseUrl(databaseUrl);
  if (database?.type !== 'sqlite') return resolve(`data/auth.${suffix}`);
  return database.file === ':memory:' ? undefined : resolve(`${database.file}.${suffix}`);
}

/**
 * Keeps the `BASE_URL` of the service for commands in another shell, which does not have its `PORT`. A folder that cannot be written
 * does not stop the start: commands then need `BASE_URL` or `PORT`.
 */
export function keepBaseUrl(baseUrl: string, databaseUrl: string): void {
  const file = fileBeside(databaseUrl, 'url');
  if (file === undefined) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${baseUrl}\n`, { mode: 0o600 });
  } catch {
    // Such as a mounted folder that is read-only.
  }
}

/** The `BASE_URL` of the service that used a database last; undefined if none is known. */
export function keptBaseUrl(databaseUrl: string): string | undefined {
  const url = contentOf(databaseUrl, 'url');
  return url !== undefined && parseUrl(url) ? url : undefined;
}

function contentOf(databaseUrl: string, suffix: 'secret' | 'url'): string | undefined {
  try {
    const file = fileBeside(databaseUrl, suffix);
    return file && readFileSync(file, 'utf8').trim();
  } catch {
    // No file yet, or an invalid DATABASE_URL, which is reported as another problem.
    return undefined;
  }
}

/** The secret beside the database; undefined when there is none. */
export function existingSecret(databaseUrl: string): string | undefined {
  return contentOf(databaseUrl, 'secret');
}

/** The secret beside the database, which the service has created. @throws {SettingsError} when there is none */
export function requireSecret(databaseUrl: string): string {
  const secret = existingSecret(databaseUrl);
  if (secret) return secret;
  const file = fileBeside(databaseUrl, 'secret');
  const wrong = `it is not set, and the file ${file}, which the first start of the service creates, cannot be read`;
  throw new SettingsError([{ variable: 'AUTH_SECRET', wrong, allowed: `the secret of the service: ${SECRET_FORM}` }]);
}

/** The secret beside the database, created at first use. A database in memory gets a new secret at each start. */
export function localSecret(databaseUrl: string): string {
  const fresh = randomBytes(48).toString('base64url');
  const file = fileBeside(databaseUrl, 'secret');
  if (file === undefined) return fresh;
  try {
    return storedSecret(file, fresh);
  } catch (error) {
    const wrong = `it is not set, and none can be kept in ${file}: ${(error as Error).message}`;
    throw new SettingsError([{ variable: 'AUTH_SECRET', wrong, allowed: SECRET_FORM }]);
  }
}

/** The secret in a file. Creates the file from the fresh secret when there is none. */
function storedSecret(file: string, fresh: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${fresh}\n`, { mode: 0o600 });
  try {
    // Creates the complete file or nothing: two processes that start at the same time both use the secret of the first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
