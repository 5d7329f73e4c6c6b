import { UnusableToken } from '../refusals.js';
import type { AccessClaims, Identity, MachineClaims } from './claims.js';

/** What a verified token must say. */
interface Expectation {
  issuer: string;
  /** The `aud` of people's tokens; undefined if they must have none. */
  audience?: string;
  /** The `aud` of machines' tokens; undefined if these are refused. */
  machineAudience?: string;
  /** The time, in seconds since the UNIX epoch. */
  now(): number;
}

/**
 * Who calls with a token whose signature is valid.
 * @throws {UnusableToken} if it is expired, or from another issuer, for another use, or for another audience
 */
export function readIdentity(payload: unknown, expected: Expectation): Identity {
  const claims = Object(payload) as Partial<AccessClaims> & Partial<MachineClaims> & { nbf?: unknown };
  const { iss, sub, iat, exp, jti, nbf } = claims;
  // The tokens of today have no `nbf` (RFC 7519, section 4.1.5).
  const begun = nbf === undefined || (typeof nbf === 'number' && nbf <= expected.now());
  const texts = [sub, jti].every((claim) => typeof claim === 'string');
  const times = [iat, exp].every((claim) => Number.isInteger(claim));
  if (iss !== expected.issuer || !texts || !times || !begun) throw new UnusableToken('foreign');
  const identity = (claims.typ as unknown) === 'machine' ? machineOf(claims, expected) : personOf(claims, expected);
  if (identity === undefined) throw new UnusableToken('foreign');
  if ((exp as number) <= expected.now()) throw new UnusableToken('expired');
  return identity;
}

function personOf(claims: Partial<AccessClaims>, { audience }: Expectation): Identity | undefined {
  const { typ, sub, sid, aud } = claims;
  const forUs = audience === undefined ? aud === undefined : isFor(audience, aud);
  if (typ !== 'access' || typeof sid !== 'string' || !forUs) return undefined;
  return { uid: sub as string, sessionId: sid, claims: claims as AccessClaims };
}

/** A token of a machine belongs either to a client or to an API key, and always names who may accept it. */
function machineOf(claims: Partial<MachineClaims>, { machineAudience }: Expectation): Identity | undefined {
  const { sub, client_id: client, key_id: keyId, scope, aud } = claims;
  if (machineAudience === undefined || !isFor(machineAudience, aud)) return undefined;
  if (typeof scope !== 'string') return undefined;
  const known = { scopes: scope.split(' ').filter((name) => name !== ''), claims: claims as MachineClaims };
  if (typeof client === 'string' && keyId === undefined) return client === sub ? { client, ...known } : undefined;
  return typeof keyId === 'string' && client === undefined ? { keyId, uid: sub as string, ...known } : undefined;
}

/** A token with an audience is valid only there (RFC 7519, section 4.1.3). */
function isFor(audience: string, named: unknown): boolean {
  return named === audience || (Array.isArray(named) && named.includes(audience));
}
