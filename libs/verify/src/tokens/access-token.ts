import type { VerifyingKey } from '../issuer/keys.js';
import { InvalidToken, UnusableToken } from '../refusals.js';
import { ACCESS_ALGORITHM, type AccessClaims, type Identity, type MachineClaims } from './claims.js';

/** The longest access token that is read. Those of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4_096;

/** The types of access tokens in the header, in lower case (RFC 9068, section 4). */
const ACCESS_TYPES = ['at+jwt', 'application/at+jwt'];

const utf8 = new TextEncoder();

/** The `kid` of an access token; empty for a token of another type, and where `keyIdOf()` is. */
export function accessKeyIdOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) return '';
  const { typ } = headerOf(token);
  return typeof typ === 'string' && ACCESS_TYPES.includes(typ.toLowerCase()) ? keyIdOf(token) : '';
}

/**
 * The `kid` in the header; empty for another algorithm than ES256, or with a critical header. Keys in the header (`jwk`, `jku`,
 * `x5u`) are never used.
 */
export function keyIdOf(token: string): string {
  const { alg, kid, crit } = headerOf(token);
  return typeof kid === 'string' && alg === ACCESS_ALGORITHM && crit === undefined ? kid : '';
}

function headerOf(token: string): Record<string, unknown> {
  try {
    return Object(parse(token.slice(0, token.indexOf('.'))));
  } catch {
    return {};
  }
}

/**
 * Verifies a token (RFC 7515, section 5.2) and returns its claims. The algorithm is ES256; the header cannot choose another.
 * @throws {InvalidToken} when this key has not signed it
 */
export async function verifyJws(token: string, key: VerifyingKey): Promise<unknown> {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  try {
    const good = more.length === 0 && (await key.verify(utf8.encode(`${header}.${payload}`), decode(signature)));
    if (good) return parse(payload);
  } catch {
    // Not base64url, or not JSON.
  }
  throw new InvalidToken('This key has not signed the token.');
}

function parse(part: string): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(part)));
}

/** Reads base64url (RFC 4648, section 5), without padding. */
function decode(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new TypeError('This is not base64url.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

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

/** The token of `Authorization: Bearer …`: the scheme in any case, and no text after the token (RFC 6750, section 2.1). */
export function bearerToken(authorization: unknown): string | null {
  return typeof authorization === 'string' ? (/^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? null) : null;
}
