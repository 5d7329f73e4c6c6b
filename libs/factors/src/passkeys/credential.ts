import { createHash } from 'node:crypto';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';

/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812). */
const ALGORITHMS = [-7, -8, -257];
const KEY_ALGORITHM = 3;

/** The key of a passkey in the database. @param credentialId in base64url */
export function credentialHash(credentialId: string): string {
  return createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest('hex');
}

/** Whether a text is a COSE key (RFC 9052, section 7) of an algorithm that the service accepts. @param key in base64url */
export function isCoseKey(key: string): boolean {
  try {
    const decoded = decodeCredentialPublicKey(new Uint8Array(Buffer.from(key, 'base64url')));
    return ALGORITHMS.includes(decoded.get(KEY_ALGORITHM) ?? 0);
  } catch {
    return false;
  }
}
