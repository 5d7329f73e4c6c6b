import { createHash } from 'node:crypto';

/** A person as a provider has named them, after all checks. */
export interface ExternalPerson {
  /** The key of the identity: see `identityKey()`. */
  key: string;
  /** The id of the person at the provider. */
  subject: string;
  /** In the normalised form of all addresses; null when there is none, or a malformed one. */
  email: string | null;
  /** Whether the provider may speak for the address, and says that it belongs to the person. */
  emailProved: boolean;
  /** Whether the provider says that it asked for a second factor. It counts only with `trustMfa`. */
  mfa: boolean;
  /** When the provider authenticated the person, as it says, in epoch seconds; null when it does not say. */
  authTime: number | null;
  /** The key of the session at the provider: see `providerSessionKey()`; null when the provider names none. */
  idpSid: string | null;
}

/**
 * The key of an identity: a SHA-256, in hexadecimal, of the issuer or tenant and the id of the person there. A provider whose
 * issuer changes never matches an identity of the issuer before.
 */
export function identityKey(namespace: string, subject: string): string {
  return hashOf([namespace, subject]);
}

/** The key of a session at a provider: a SHA-256, in hexadecimal, of the id of the provider and of its `sid`. */
export function providerSessionKey(providerId: string, sid: string): string {
  return hashOf([providerId, sid]);
}

function hashOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
