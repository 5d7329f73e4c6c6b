import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Env } from './env.js';

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
