import type { Answer } from '../http/http.js';
import { proveAddress } from './ends.js';
import type { Expected } from './expected.js';
import type { Challenge, Session, User } from './state.js';
import type { World } from './world.js';

const ACCESS_TTL = 900;
const REFRESH_TTL = 30 * 86_400;
const FIRST_STEP_TTL = 300;
/** By how many seconds a token may be dated ahead, however often its claims have changed. */
const MOST_AHEAD = 2;
const UNSETTLED_TTL = 5;

/** What a sign-in has proved. */
interface Proof {
  /** Whether it has shown a factor that the user had before. */
  byFactor?: boolean;
  /** Whether its link or code came to the email of the user. */
  provesAddress?: boolean;
  /** Whether an administrator has made the link. */
  byAdministrator?: boolean;
  byProvider?: boolean;
  /** The identity that it links. */
  sub?: string;
}

/** How the answer names its fields. */
interface Form {
  token: 'token' | 'access_token';
  /** Whether it has the fields of the user. */
  withUser: boolean;
}

export const OF_LOGIN: Form = { token: 'token', withUser: true };
export const OF_LINK: Form = { token: 'access_token', withUser: false };

/** Signs in a user, or asks for a factor: then nothing is proved yet. */
export function signIn(world: World, user: User, proof: Proof = {}, form = OF_LOGIN): Expected {
  const { byFactor = false, provesAddress = false, byAdministrator = false, byProvider = false } = proof;
  if (world.needsFactor(user) && !byFactor) return firstStep(world, user, proof);
  if (world.isDemanded(user) && !byFactor) return 'MFA_ENROLMENT_REQUIRED';
  if (provesAddress) proveAddress(world, user, byFactor, byAdministrator);
  return openSession(world, user, byFactor, form, undefined, byProvider);
}

/** Links an identity at the provider to the user. */
export function linkIdentity(world: World, user: User, sub: string): void {
  world.identities.push({ id: '', user, sub, createdAt: world.now(), removed: false });
}

/** Opens a session. @param learn learns more from the answer */
export function openSession(
  world: World,
  user: User,
  byFactor: boolean,
  form = OF_LOGIN,
  learn?: (json: Answer['json']) => void,
  byProvider = false,
): Expected {
  const now = world.now();
  user.lastLogin = now;
  const proved = { authTime: now, factorTime: byFactor ? now : 0, strong: byFactor, earlierFactor: byFactor };
  const times = { createdAt: now, movedAt: now, expiresAt: now + REFRESH_TTL };
  const session = { id: '', user, byProvider, ended: false, stale: false, generation: 0, ...times, ...proved };
  world.sessions.push(session);
  return issueTokens(world, session, form, learn);
}

/** A token from between two changes of claims in one second lives for seconds only. */
export function accessExpiry(world: World, { claimsAt }: User): number {
  return claimsAt > world.now() ? claimsAt + 1 + UNSETTLED_TTL : world.now() + ACCESS_TTL;
}

/** Tokens of the current generation. */
export function issueTokens(
  world: World,
  session: Session,
  { token, withUser }: Form,
  learn?: (json: Answer['json']) => void,
): Expected {
  const { generation, expiresAt, user } = session;
  const exp = accessExpiry(world, user);
  const own = withUser ? { email_verified: user.verified, metadata: user.metadata } : {};
  const uid = user.uid || expect.any(String);
  return {
    fields: { uid, [token]: expect.any(String), refresh_token: expect.any(String), expiry: exp, ...own },
    learn: (json) => {
      learn?.(json);
      const { sid, iat } = JSON.parse(Buffer.from(json[token].split('.')[1], 'base64url').toString());
      expect(iat).toBeLessThanOrEqual(world.now() + MOST_AHEAD);
      session.id = sid;
      world.accessTokens.push({ text: json[token], session, exp });
      world.refreshTokens.push({ text: json.refresh_token, session, generation, exp: expiresAt });
    },
  };
}

function firstStep(world: World, user: User, proof: Proof): Expected {
  const { provesAddress = false, byProvider = false, sub } = proof;
  const { email, passwordVersion, factorVersion } = user;
  const first = {
    email,
    passwordVersion,
    factorVersion,
    provesAddress: provesAddress && !user.proved,
    byProvider,
    sub,
  };
  const expiresAt = world.now() + FIRST_STEP_TTL;
  const waiting: Challenge = { text: '', user, expiresAt, used: false, revoked: false, tries: 0, first };
  world.challenges.push(waiting);
  const methods = [
    ...(world.totpOf(user).length > 0 ? ['totp'] : []),
    ...(world.passkeysOf(user).length > 0 ? ['passkey'] : []),
    ...(user.recoveryCodes.some(({ used }) => !used) ? ['recovery_code'] : []),
  ];
  return {
    fails: 'MFA_REQUIRED',
    learn: (json) => {
      expect(json).toMatchObject({ methods, expiry: expiresAt });
      waiting.text = json.mfa_token;
    },
  };
}

export function isOpen(world: World, { used, revoked, tries, expiresAt, user }: Challenge): boolean {
  return !used && !revoked && tries < 5 && expiresAt > world.now() && !user.deleted;
}
