import { type KeyObject, randomUUID } from 'node:crypto';
import {
  ACCESS_ALGORITHM,
  ACCESS_TYPE,
  type AccessClaims,
  type ActClaim,
  type MachineClaims,
  type RevocationClaims,
} from '@app/auth';
import { deriveKeys, Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Admitted, Session } from './sessions/session.entity.js';
import { longestLife, provedAt } from './sessions/session-store.js';
import { SigningKeys } from './signing-keys.js';

/** The kinds of administrators: how a session names them, as the event log does, and how `act` does. */
const KINDS = [
  { actor: 'admin:', subject: 'adm_' },
  { actor: 'user:', subject: '' },
];

/** The claim `act` of a session in which an administrator acts as the user; undefined for any other session. */
export function actOf({ impersonator, actName }: Pick<Session, 'impersonator' | 'actName'>): ActClaim | undefined {
  const kind = KINDS.find(({ actor }) => impersonator?.startsWith(actor));
  if (impersonator === null || kind === undefined) return undefined;
  return { sub: kind.subject + impersonator.slice(kind.actor.length), name: actName ?? '' };
}

/** The administrator who acts as the user of an access token, as events name them; undefined for a token of the user. */
export function impersonatorOf({ act }: Pick<AccessClaims, 'act'>): string | undefined {
  if (act === undefined) return undefined;
  const kind = KINDS.find(({ subject }) => act.sub.startsWith(subject));
  return kind && kind.actor + act.sub.slice(kind.subject.length);
}

/** The key that signs what others verify, and its id. */
interface Signer {
  kid: string;
  privateKey: KeyObject;
}

const library = new JwtService();

/** Signs a JSON Web Signature (RFC 7515) that others verify with the public key. `typ` is the type in its header. */
function signJws(claims: object, { kid, privateKey }: Signer, typ: string): string {
  const header = { alg: ACCESS_ALGORITHM, typ } as const;
  return library.sign(claims, { algorithm: ACCESS_ALGORITHM, keyid: kid, privateKey, header });
}

/**
 * Signs and verifies what only this service reads, expired or not. The algorithm does not depend on the header (RFC 8725,
 * section 3.1). The library would parse a key that is not a KeyObject for each token, which takes 300 µs.
 */
function ownJws(secret: KeyObject): JwtService {
  const algorithm = 'HS256';
  const verifyOptions = { algorithms: [algorithm as typeof algorithm], ignoreExpiration: true };
  return new JwtService({ secret, signOptions: { algorithm }, verifyOptions });
}

/**
 * How long a token lives that is issued before the time of the newest change of claims, in seconds: another change until then has
 * the same time, so that other services do not refuse the token for it.
 */
const UNSETTLED_SECONDS = 5;

/** When a token begins that is issued now, after the newest change of the claims, and when it must end. In epoch seconds. */
function datesOf(claimsChangedAt: number, at: number): { iat: number; until: number } {
  // Other services refuse all tokens that were issued until the second of the change.
  const iat = Math.max(at, claimsChangedAt + 1);
  return { iat, until: claimsChangedAt > at ? iat + UNSETTLED_SECONDS : Number.POSITIVE_INFINITY };
}

/** Issues access tokens. Every service with the public keys can verify them: see the auth library. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  /**
   * The token, and its expiry in seconds since the UNIX epoch.
   * @param at a time at which the session had its claims, for certain
   * @param until when the token expires at the latest
   */
  issue(session: Session, at: number, until = Number.POSITIVE_INFINITY): { token: string; expiry: number } {
    const { uid, sessionId, amr, acr, idp } = session;
    const dates = datesOf(session.claimsChangedAt, at);
    const app = appOf(session);
    const act = actOf(session);
    const claims: AccessClaims = {
      iss: this.env.baseUrl,
      sub: uid,
      ...(this.env.accessTokenAudience !== undefined && { aud: this.env.accessTokenAudience }),
      sid: sessionId,
      iat: dates.iat,
      exp: Math.min(until, dates.until, this.expiryOf(session, at)),
      jti: randomUUID(),
      typ: 'access',
      auth_time: provedAt(session),
      amr: amr === '' ? [] : amr.split(' '),
      acr,
      ...(idp !== null && { idp }),
      ...(act && { act }),
      ...(app && { app }),
    };
    return { token: signJws(claims, this.keys.signer(), ACCESS_TYPE), expiry: claims.exp };
  }

  /**
   * No token outlives the longest life of its session. Not from `iat`, which changes of claims may have moved ahead: services
   * forget a change after the life of a token. That of an administrator who acts as the user lives as long as its session.
   */
  private expiryOf(session: Session, at: number): number {
    if (session.impersonator !== null) return session.expiresAt;
    return Math.min(at + this.env.accessTokenTtl, longestLife(session, this.env));
  }
}

/** The claim `app`: undefined for a user without claims. */
function appOf({ claims }: Session): AccessClaims['app'] {
  const app: AccessClaims['app'] = claims === '{}' ? {} : JSON.parse(claims);
  return Object.keys(app ?? {}).length === 0 ? undefined : app;
}

/** Who gets a token: a client for itself, or the holder of an API key of a user. */
type MachineSubject = { clientId: string } | { uid: string; keyId: string };

/** What a token is for. */
interface MachineGrant {
  scopes: string[];
  audience: string;
}

/** When a token begins, and when it ends at the latest, in seconds since the UNIX epoch. */
interface Times {
  /** A time at which the subject had the right, for certain. */
  at: number;
  /** The time of the newest change of the claims that limit the right. */
  claimsChangedAt?: number;
  until: number;
}

/** Issues access tokens for machines, with the keys of those for people. */
@Injectable()
export class MachineTokens {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  /** The token, its time and its expiry in seconds since the UNIX epoch. */
  issue(subject: MachineSubject, { scopes, audience }: MachineGrant, { at, claimsChangedAt = 0, until }: Times) {
    const dates = datesOf(claimsChangedAt, at);
    const claims: MachineClaims = {
      iss: this.env.baseUrl,
      ...('clientId' in subject
        ? { sub: subject.clientId, client_id: subject.clientId }
        : { sub: subject.uid, key_id: subject.keyId }),
      aud: audience,
      scope: scopes.join(' '),
      iat: dates.iat,
      exp: Math.min(at + this.env.accessTokenTtl, dates.until, until),
      jti: randomUUID(),
      typ: 'machine',
      amr: ['key'],
      acr: 'aal1',
    };
    return { token: signJws(claims, this.keys.signer(), ACCESS_TYPE), issuedAt: at, expiry: claims.exp };
  }
}

/** The claims of a refresh token (RFC 7519). Times in seconds since the UNIX epoch. */
export interface RefreshClaims {
  sub: string;
  sid: string;
  /** The generation of the session that the token was issued for. */
  gen: number;
  iat: number;
  exp: number;
  typ: 'refresh';
  /** The id of the session that this one lives in, so that one statement reads both. The row decides, not the token. */
  in?: string;
}

/** Issues and verifies refresh tokens. Does not check whether their session is still alive. */
@Injectable()
export class RefreshTokens {
  /** The key that signs, and those of `AUTH_SECRET_PREVIOUS`. */
  private readonly jws: [JwtService, ...JwtService[]];
  /** The token that was issued last, whose expiry the cookie of its answer asks for. */
  private last = { token: '', expiresAt: 0 };

  constructor(
    env: Env,
    private readonly clock: Clock,
  ) {
    const [key, ...previous] = deriveKeys(env, 'refresh-token');
    this.jws = [ownJws(key), ...previous.map(ownJws)];
  }

  issue({ uid, sessionId, generation, expiresAt, parentId }: Admitted<Session>): string {
    const claims: RefreshClaims = {
      sub: uid,
      sid: sessionId,
      gen: generation,
      iat: this.clock.now(),
      exp: expiresAt,
      typ: 'refresh',
      ...(parentId !== null && { in: parentId }),
    };
    const token = this.jws[0].sign(claims);
    this.last = { token, expiresAt };
    return token;
  }

  /** The claims of a token that this service issued, expired or not; undefined for any other text. */
  read(token: string): RefreshClaims | undefined {
    for (const jws of this.jws) {
      const claims = verified(jws, token);
      if (isRefreshClaims(claims)) return claims;
    }
    return undefined;
  }

  /** When a token expires that was just issued here: its signature is not verified again. */
  expiryOf(token: string): number {
    if (token === this.last.token) return this.last.expiresAt;
    const payload = token.slice(token.indexOf('.') + 1, token.lastIndexOf('.'));
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as RefreshClaims).exp;
  }

  isExpired({ exp }: RefreshClaims): boolean {
    return exp <= this.clock.now();
  }
}

const NAMES = new Set(['sub', 'sid', 'gen', 'iat', 'exp', 'typ', 'in']);

/** Accepts only these claims, so that only texts and numbers reach the database. */
function isRefreshClaims(payload: unknown): payload is RefreshClaims {
  const { sub, sid, gen, iat, exp, typ, in: within = '' } = Object(payload) as Partial<RefreshClaims>;
  const texts = [sub, sid, within].every((claim) => typeof claim === 'string');
  const numbers = [gen, iat, exp].every((claim) => Number.isSafeInteger(claim));
  const noMore = Object.keys(Object(payload)).every((name) => NAMES.has(name));
  return typ === 'refresh' && texts && numbers && (gen as number) >= 0 && noMore;
}

/** Undefined when this key has not signed the token. */
function verified(jws: JwtService, token: string): unknown {
  try {
    return jws.verify(token);
  } catch {
    return undefined;
  }
}

/** Longer than caches keep a list, and short enough that an attacker cannot replace a new list by an old one for long. */
const LIST_SECONDS = 60;

/** The `typ` in the header. Differs from that of access tokens, so that services do not confuse them (RFC 8725, section 3.11). */
const LIST_TYPE = 'revocations+jwt';

/** The content of a list. */
export type Revoked = Pick<RevocationClaims, 'sessions' | 'users' | 'clients' | 'keys' | 'more' | 'after'>;

/** Signs lists of revoked sessions, users, clients and API keys with the keys of access tokens, so that every verifier has the public keys. */
@Injectable()
export class RevocationLists {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
  ) {}

  sign(revoked: Revoked): string {
    const iat = this.clock.now();
    const exp = iat + LIST_SECONDS;
    const claims: RevocationClaims = { iss: this.env.baseUrl, iat, exp, typ: 'revocations', ...revoked };
    return signJws(claims, this.keys.signer(), LIST_TYPE);
  }
}
