import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, type ErrorCode } from '@app/errors';
import type { FactorKind, Passkey } from '@app/factors';
import type { ExternalPerson, Provider } from '@app/federation';
import type { Authentication, Session, SessionKey, TokenPair } from '@app/tokens';
import type { Prover } from '../revocation/ways-in.js';

/** What a sign-in has proved so far. */
export interface Proof extends Omit<Authentication, 'factorDueAt' | 'deviceId' | 'parentId' | 'impersonator'> {
  /** The version of the provider that vouched for the user, which the second step demands. */
  idpVersion?: string;
  /** The key of the identity there. */
  identityKey?: string;
  /** An identity at that provider, which is linked to the user as soon as the session opens. */
  identity?: FoundIdentity;
  /** Whether the sign-in also proves the address of the user: it counts as soon as the session opens, and not before. */
  provesAddress?: boolean;
  /** Whether it proves it by the link of an administrator, which no mailbox has received. */
  linkOfAdministrator?: boolean;
}

/** Whether a second factor existed before the sign-in that shows it. */
export type ShownFactor = NonNullable<Authentication['factor']>;

/** What a link to an identity needs. */
export type FoundIdentity = Pick<ExternalPerson, 'key' | 'subject' | 'email'>;

/** What the second step of a sign-in needs to know about the first. */
export interface FirstStep {
  proof: Proof;
  email: string;
}

/**
 * Whether the user still has the address of the first step. A new password or factor has ended the token.
 * @throws {ApiError} INVALID_MFA_TOKEN
 */
export function requireSameAddress({ email }: FirstStep, user: { email: string }): void {
  if (user.email !== email) throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
}

/** What a sign-in still needs, as the answer says it. */
export interface MfaChallenge {
  code: 'MFA_REQUIRED' | 'MFA_ENROLMENT_REQUIRED';
  /** Stands for the first step of the sign-in. */
  token: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
  methods: FactorKind[];
}

/** A new session, with its tokens. */
export interface OpenedSession {
  tokens: TokenPair;
  sessionId: string;
  /** Null for a client that wants no device token. */
  deviceId: string | null;
}

/** The end of a sign-in: a session with its tokens, or what is still needed. */
export type SignInOutcome = OpenedSession | { mfaChallenge: MfaChallenge };

/** A session in which an administrator acts as a user, and its only token. */
export interface Impersonation {
  uid: string;
  sessionId: string;
  token: string;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** An administrator who acts as the user has proved nothing. */
export const BY_ADMINISTRATOR: Authentication = { method: 'impersonation', amr: ['imp'], acr: 'aal1' };
/** A proof by a password. */
export const BY_PASSWORD: Proof = { method: 'password', amr: ['pwd'], acr: 'aal1' };
/** A proof by a mailed link. */
export const BY_MAGIC_LINK: Proof = { method: 'magic_link', amr: ['otp'], acr: 'aal1' };
/** A proof by an email code. */
export const BY_EMAIL_CODE: Proof = { method: 'email_code', amr: ['otp'], acr: 'aal1' };
/** The proof of a new account: its owner has just set the password. */
export const BY_SIGN_UP: Proof = { method: 'sign_up', amr: ['pwd'], acr: 'aal1' };

/** The beginning of the `amr` of a session for whose second factor a provider vouches. A factor shown here comes before `mfa`. */
const BY_PROVIDER_WITH_FACTOR = ['fed', 'mfa'];

/** A proof by a passkey that has verified the user. */
export function byPasskey(passkey: Passkey): Proof {
  return { method: 'passkey', amr: [...passkeyAmr(passkey), 'mfa'], acr: 'aal2', factor: 'earlier' };
}

/**
 * A proof by an external provider. Its word for a second factor counts only where an administrator trusts it.
 * @param authTime when the provider authenticated the person, in epoch seconds
 */
export function byProvider(
  { id, version, trustMfa, sessionMaxTtl }: Provider,
  { key, mfa, idpSid, authTime }: Pick<ExternalPerson, 'key' | 'mfa' | 'idpSid'> & { authTime: number },
): Proof {
  const both = trustMfa && mfa;
  return {
    method: 'external',
    amr: both ? BY_PROVIDER_WITH_FACTOR : ['fed'],
    acr: both ? 'aal2' : 'aal1',
    idp: id,
    idpVersion: version,
    identityKey: key,
    ...(idpSid !== null && { idpSid }),
    authTime,
    maxTtl: sessionMaxTtl,
  };
}

/** Whether a session is `aal2` only because its provider vouches for a second factor: none was shown here. */
export function reliesOnProvider({ idp, acr, amr, createdAt, factorTime, earlierFactor }: Session): boolean {
  const vouched = idp !== null && acr === 'aal2' && amr.startsWith(BY_PROVIDER_WITH_FACTOR.join(' '));
  return vouched && !earlierFactor && factorTime <= createdAt;
}

/** What a passkey proves: a key in software that may be synced, or in hardware, and the presence of the user (RFC 8176). */
export function passkeyAmr({ backupEligible }: Passkey): string[] {
  return [backupEligible ? 'swk' : 'hwk', 'user'];
}

/** Who proves an address by a sign-in. */
export function proverOf({ factor, linkOfAdministrator }: Proof): Prover {
  if (factor === 'earlier') return 'owner';
  return linkOfAdministrator ? 'administrator' : 'reader';
}

/** The first proof with that of a second factor. */
export function withFactor({ amr, ...first }: Proof, added: readonly string[], factor: ShownFactor): Proof {
  return { ...first, amr: [...new Set([...amr, ...added])], acr: 'aal2', factor };
}

/**
 * The tokens of a sign-in. To be called after the commit, since the MFA challenge is part of the transaction.
 * @throws {ApiError} MFA_REQUIRED, MFA_ENROLMENT_REQUIRED with the token for the next step
 */
export function tokensOf(outcome: SignInOutcome, details: Record<string, unknown> = {}): TokenPair {
  if ('tokens' in outcome) return outcome.tokens;
  const { code, token, expiresAt, methods } = outcome.mfaChallenge;
  throw new ApiError(code, undefined, { details: { ...details, mfa_token: token, expiry: expiresAt, methods } });
}

/** The parameters that a link appends to its target in place of the tokens. */
export function parametersOf({ code, token, expiresAt, methods }: MfaChallenge): Record<string, string | number> {
  const { message } = new ApiError(code);
  return { error: code, message, mfa_token: token, methods: methods.join(), exp: expiresAt };
}

/** A refusal that is no exception, because the transaction must be committed: it has used up the code. */
export interface Refused {
  refusal: ErrorCode;
  /** For the log. */
  reason?: string;
}

/** What a code that the URL of a page gets stands for. It works only with the verifier of its challenge (RFC 7636). */
export interface BoundCode {
  /** Only the browser that began the sign-in knows the verifier of it. */
  codeChallenge: string;
}

/** A used code, and the session that it has opened. */
export interface UsedCode extends BoundCode {
  session?: SessionKey;
}

/** The challenges that are codes in the URL of a page. */
export const CODES = ['external_code', 'link_code', 'page_code'] as const;
export const CODE_SECONDS = 60;
/** The rows of used codes stay this long, so that a second use ends the session of the first. */
export const USED_CODE_SECONDS = 900;

/** Another request has used a code whose verifier was right. To be thrown in the transaction, which has changed nothing then. */
export class CodeReused extends Error {}

/** Whether a text is the verifier of a challenge (RFC 7636, section 4.6, S256). */
export function isVerifierOf(codeChallenge: string, verifier: string): boolean {
  const expected = Buffer.from(codeChallenge, 'base64url');
  const given = createHash('sha256').update(verifier).digest();
  return expected.length === given.length && timingSafeEqual(expected, given);
}
