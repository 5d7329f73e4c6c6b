import type { VerifyingKey } from '../issuer/keys.js';
import { Revocations } from '../revocations/revocations.js';
import type { CallerIdentity } from './claims.js';
import { VerifiedTokens } from './verified-tokens.js';

const KID = 'the-key';
const newKey = (): VerifyingKey => ({ verify: () => true });
const key = newKey();

/** An empty cache, with a clock and keys that a test can change. */
function remembering() {
  const issuer = { now: 1_000, keys: new Map<string, VerifyingKey>([[KID, key]]) };
  const now = () => issuer.now;
  const revocations = new Revocations(now);
  const keys = { publicKey: (kid: string) => issuer.keys.get(kid) };
  return { issuer, revocations, tokens: new VerifiedTokens(now, { keys, revocations }) };
}

function callerUntil(exp: number): CallerIdentity {
  const session = { sub: 'u', sid: 's', auth_time: 1, amr: ['pwd'], acr: 'aal1' };
  const claims = { iss: 'http://localhost:3000', ...session, iat: 1, exp, jti: 'j', typ: 'access' as const };
  return { uid: 'u', sessionId: 's', claims };
}

describe('VerifiedTokens', () => {
  it('returns the caller of a token until it expires', () => {
    const { issuer, tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    issuer.now = 1_009;
    expect(tokens.callerOf('a.b.c')).toMatchObject({ uid: 'u', sessionId: 's' });
    issuer.now = 1_010;
    expect(tokens.callerOf('a.b.c')).toBeUndefined();
  });

  it.each(['a.b.d', 'a.b.C', 'a.b.c=', 'a.b.', ''])('returns no caller for the different token %j', (other) => {
    const { tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    expect(tokens.callerOf(other)).toBeUndefined();
  });

  it('forgets a token when the issuer removes its key, also if the key returns', () => {
    const { issuer, tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    issuer.keys.delete(KID);
    expect(tokens.callerOf('a.b.c')).toBeUndefined();
    issuer.keys.set(KID, key);
    expect(tokens.callerOf('a.b.c')).toBeUndefined();
  });

  it.each([
    ['the session', { sessions: ['s'], users: {} }],
    ['all tokens of the user', { sessions: [], users: { u: 1 } }],
  ])('returns no caller after a revocation of %s', (_what, list) => {
    const { revocations, tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    expect(tokens.callerOf('a.b.c')).toBeDefined();
    revocations.add(list);
    expect(tokens.callerOf('a.b.c')).toBeUndefined();
  });

  it('returns no caller after the issuer replaced the key', () => {
    const { issuer, tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    issuer.keys.set(KID, newKey());
    expect(tokens.callerOf('a.b.c')).toBeUndefined();
  });

  it('returns a frozen caller, so that no request can change it', () => {
    const { tokens } = remembering();
    tokens.add('a.b.c', callerUntil(1_010), KID, key);
    const caller = tokens.callerOf('a.b.c') as CallerIdentity;
    expect(() => Object.assign(caller, { uid: 'other' })).toThrow(TypeError);
    expect(() => Object.assign(caller.claims, { exp: 9_999 })).toThrow(TypeError);
  });

  it('removes the oldest token when the cache is full', () => {
    const { tokens } = remembering();
    for (let index = 0; index <= 10_000; index++) tokens.add(`token ${index}`, callerUntil(2_000), KID, key);
    expect(tokens.callerOf('token 0')).toBeUndefined();
    expect(tokens.callerOf('token 1')).toBeDefined();
    expect(tokens.callerOf('token 10000')).toBeDefined();
  });
});
