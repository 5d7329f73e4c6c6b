import type { Passkey } from '@app/factors';
import type { Acr, SignInMethod, TokenPair } from '@app/tokens';
import type { FactorMethod } from '../access/policies/factor-methods.js';

/** What a sign-in has proved so far. */
export interface Proof {
  method: SignInMethod;
  /** RFC 8176. */
  amr: readonly string[];
  acr: Acr;
  /** The external provider that vouched for the user. */
  idp?: string;
}

/** What a sign-in still needs, as the answer says it. */
export interface Demand {
  code: 'MFA_REQUIRED' | 'MFA_ENROLMENT_REQUIRED';
  /** Stands for the first step of the sign-in. */
  token: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
  methods: FactorMethod[];
}

/** The end of a sign-in: a session with its tokens, or what is still needed. */
export type SignInOutcome = { tokens: TokenPair } | { demand: Demand };

/** A proof by a password. */
export const BY_PASSWORD: Proof = { method: 'password', amr: ['pwd'], acr: 'aal1' };
/** A proof by a mailed link. */
export const BY_MAGIC_LINK: Proof = { method: 'magic_link', amr: ['otp'], acr: 'aal1' };
/** A proof by a mailed code. */
export const BY_EMAIL_CODE: Proof = { method: 'email_code', amr: ['otp'], acr: 'aal1' };
/** The proof of a new account: its owner has just set the password. */
export const BY_SIGN_UP: Proof = { method: 'sign_up', amr: ['pwd'], acr: 'aal1' };

/** A proof by a passkey that has verified the user. */
export function byPasskey(passkey: Passkey): Proof {
  return { method: 'passkey', amr: [...passkeyAmr(passkey), 'mfa'], acr: 'aal2' };
}

/** What a passkey proves: a key in software that may be synced, or in hardware, and the presence of the user (RFC 8176). */
export function passkeyAmr({ backupEligible }: Passkey): string[] {
  return [backupEligible ? 'swk' : 'hwk', 'user'];
}

/** The first proof with that of a second factor. */
export function withFactor({ amr, ...first }: Proof, added: readonly string[]): Proof {
  return { ...first, amr: joinAmr(amr, added), acr: 'aal2' };
}

/** Both lists, each value once. */
export function joinAmr(amr: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...amr, ...added])];
}

/** The `amr` of a session as a list. */
export function amrOf(session: { amr: string } | undefined): readonly string[] {
  return session?.amr ? session.amr.split(' ') : [];
}
