import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDatabaseUrl } from './database-url.js';
import type { Env } from './env.js';
import { SECRET_FORM } from './settings/service-settings.js';
import { SettingsError } from './settings-reader.js';
import { parseUrl } from './values.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key of one purpose from a secret (HKDF with SHA-256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `latchkey/${purpose}`, 32)));
}

/** The keys of one purpose: that of the current secret, then that of the previous secret, if there is one. */
export function deriveKeys(env: Env, purpose: string): [KeyObject, ...KeyObject[]] {
  const previous = env.authSecretPrevious === undefined ? [] : [deriveKey(env.authSecretPrevious, purpose)];
  return [deriveKey(env.authSecret, purpose), ...previous];
}

/** A random token: 256 bits, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database stores of a random token: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Encrypts texts for the database (AES-256-GCM, NIST SP 800-38D, each with a random 96-bit nonce). */
export class SecretBox {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(env: Env, purpose: string) {
    this.keys = deriveKeys(env, `seal/${purpose}`);
  }

  /** @param label the row that the text belongs to: only the same label opens it */
  seal(text: string, label: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
  }

  /** The text, and whether it was sealed with the previous secret; undefined when it was sealed with an unknown one. */
  open(sealed: string, label: string): { text: string; stale: boolean } | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    for (const [index, key] of this.keys.entries()) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(label))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return {
          text: Buffer.concat([text, decipher.final()]).toString('utf8'),
          stale: index > 0,
        };
      } catch {
        // Sealed with another key: try the next one.
      }
    }
    return undefined;
  }
}

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
