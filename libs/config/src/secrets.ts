import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Env } from './env.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of its own for one purpose, derived from a secret (HKDF with SHA-256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `latchkey/${purpose}`, 32)));
}

/** The keys of one purpose: the current one first, then that of the secret being replaced, if any. */
export function deriveKeys(env: Env, purpose: string): [KeyObject, ...KeyObject[]] {
  const previous = env.authSecretPrevious === undefined ? [] : [deriveKey(env.authSecretPrevious, purpose)];
  return [deriveKey(env.authSecret, purpose), ...previous];
}

/** Keeps texts unreadable in the database (AES-256-GCM, NIST SP 800-38D; a random 96-bit nonce each). */
export class SecretBox {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(env: Env, purpose: string) {
    this.keys = deriveKeys(env, `seal/${purpose}`);
  }

  /** @param label what the text belongs to; it opens under the same label only */
  seal(text: string, label: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
  }

  /** The text, and whether the previous secret was needed; undefined when no secret of ours sealed it. */
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
        // Not this key: the next one, if there is one, may open it.
      }
    }
    return undefined;
  }
}
