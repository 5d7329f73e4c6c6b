import { Secret, TOTP } from 'otpauth';
import type { TotpFactor } from './totp-factor.entity.js';

/** How many steps a code may be older or newer than the clock of the service (RFC 6238, section 5.2). */
const WINDOW = 1;
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20;

/** What authenticator apps support without exception. */
export const DEFAULT_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

type Form = Pick<TotpFactor, 'algorithm' | 'digits' | 'period'>;

/** A new secret, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that an authenticator app reads from a QR code. */
export function otpauthUri(secret: string, issuer: string, label: string, form: Form = DEFAULT_FORM): string {
  // A colon separates both in the URI, also an encoded one.
  const name = issuer.replace(/\s*:\s*/g, ' ').trim();
  return new TOTP({ issuer: name, label, secret: Secret.fromBase32(secret), ...form }).toString();
}

/**
 * The time step of a code; undefined for a wrong one. Blanks in the code are ignored.
 * @param now in seconds since the UNIX epoch
 */
export function stepOf(code: string, secret: string, { algorithm, digits, period }: Form, now: number) {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]+$/.test(token) || token.length !== digits) return undefined;
  const options = { token, secret: Secret.fromBase32(secret), algorithm, digits, period };
  const delta = TOTP.validate({ ...options, timestamp: now * 1_000, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / period) + delta;
}
