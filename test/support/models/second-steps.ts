import fc from 'fast-check';
import { passkeyLogin } from '../factors/passkeys.js';
import type { Answer } from '../http/http.js';
import { compare, type Expected } from './expected.js';
import { freshCode, learnCodes, proveFactor, wrongCode } from './factors.js';
import { accessExpiry, isOpen, linkIdentity, openSession, signIn } from './sign-in.js';
import type { AccessToken, Challenge, Passkey, User } from './state.js';
import { fromNewest, kind, kindOfCaller, pick, type World } from './world.js';

type Factor = 'app' | 'recovery' | 'passkey' | 'wrong';
const factor = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Factor>('app', 'recovery', 'passkey') },
  fc.constant<Factor>('wrong'),
);

/** A factor of a user: the fields of a request, and what changes when it is used. */
interface Shown {
  fields: (optionsFor: () => Promise<Answer>) => Promise<Record<string, unknown>>;
  /** Undefined for a wrong factor. */
  use?: () => void;
  since: number;
}

/** A factor of the user of this kind, or a wrong code if the user has none. */
function show(world: World, user: User, how: Factor): Shown {
  const app = how === 'app' ? world.totpOf(user).find((one) => freshCode(world, one)) : undefined;
  const fresh = app && freshCode(world, app);
  if (app && fresh) {
    const use = () => Object.assign(app, { lastStep: fresh.step });
    return { fields: async () => ({ code: fresh.code }), use, since: app.confirmedAt ?? 0 };
  }
  const recovery = how === 'recovery' ? user.recoveryCodes.find(({ used }) => !used) : undefined;
  if (recovery) {
    const use = () => Object.assign(recovery, { used: true });
    return { fields: async () => ({ recovery_code: recovery.code }), use, since: recovery.madeAt };
  }
  const [passkey] = how === 'passkey' ? world.passkeysOf(user) : [];
  if (passkey) {
    const fields = async (optionsFor: () => Promise<Answer>) => credentialOf(passkey, await optionsFor());
    return { fields, use: () => undefined, since: passkey.createdAt };
  }
  const code = wrongCode(world, world.totpOf(user));
  return { fields: async () => ({ code }), since: 0 };
}

function credentialOf({ device }: Passkey, { status, text, json }: Answer): Record<string, unknown> {
  if (status !== 200) throw new Error(`options answered ${status} ${text}`);
  return { challenge_id: json.challenge_id, credential: device.get(json.options) };
}

/** Whether the user is the same as at the first step. */
function stillHolds({ user, first }: Challenge): boolean {
  const { email, passwordVersion, factorVersion } = user;
  const versions = passwordVersion === first?.passwordVersion && factorVersion === first.factorVersion;
  return versions && email === first.email;
}

/** The second step of a sign-in, with its proof of the email. */
function finish(world: World, waiting: Challenge, shown: Shown): Expected {
  waiting.tries += 1;
  if (!shown.use) return 'INVALID_CODE';
  shown.use();
  waiting.used = true;
  const { user, first } = waiting;
  const { provesAddress, byProvider, sub } = first ?? {};
  const expected = signIn(world, user, { byFactor: true, provesAddress, byProvider });
  if (sub !== undefined) linkIdentity(world, user, sub);
  if (user.recoveryCodes.length > 0 || typeof expected === 'string' || !('fields' in expected)) return expected;
  // A factor that came without recovery codes gets the first set.
  const { fields, learn } = expected;
  return {
    fields: { ...fields, recovery_codes: expect.any(Array) },
    learn: (json) => {
      learn?.(json);
      learnCodes(world, user, json);
    },
  };
}

export async function secondStep(world: World, waiting: Challenge, how: Factor): Promise<void> {
  const { user } = waiting;
  const open = isOpen(world, waiting) && stillHolds(waiting) && user.active;
  const ended = waiting.revoked && !waiting.used && !user.deleted && !user.active;
  if (ended && world.hasWaited) return;
  // The options for a passkey need a first step that is open.
  const shown = show(world, user, open ? how : 'wrong');
  const optionsFor = () => world.app.post('/api/auth/mfa/passkey/options', { mfa_token: waiting.text });
  const fields = await shown.fields(optionsFor);
  const refused = ended ? 'USER_DISABLED' : 'INVALID_MFA_TOKEN';
  await compare(open ? finish(world, waiting, shown) : refused, () =>
    world.app.post('/api/auth/mfa/verify', { mfa_token: waiting.text, ...fields }),
  );
}

/** A passkey proves both factors. */
export async function logInByPasskey(world: World, { user, device, removed }: Passkey): Promise<void> {
  const refused = removed || user.deleted ? 'PASSKEY_NOT_FOUND' : user.active ? undefined : 'USER_DISABLED';
  await compare(refused ?? openSession(world, user, true), () => passkeyLogin(world.app, device));
}

/** A session whose user proves a factor again. A password is not enough for a user with MFA. */
async function reauthenticate(world: World, caller: AccessToken, how: Factor | 'password'): Promise<void> {
  const { session } = caller;
  const { user } = session;
  const may = world.mayChange(caller);
  const call = { token: caller.text };
  if (how === 'password') {
    const right = may && !world.needsFactor(user) && user.password !== null && world.isAlive(session);
    const body = { password: user.lastPassword };
    const wrong = user.password === null ? 'INVALID_PASSWORD' : 'NOT_AUTHENTICATED';
    const refused = may ? (world.needsFactor(user) ? 'REAUTHENTICATION_REQUIRED' : wrong) : 'NOT_AUTHENTICATED';
    if (right) session.authTime = world.now();
    return compare(right ? newAccess(world, caller) : refused, () =>
      world.app.post('/api/auth/user/reauthenticate', body, call),
    );
  }
  const shown = show(world, user, may ? how : 'wrong');
  const optionsFor = () => world.app.post('/api/auth/user/reauthenticate/options', { method: 'passkey' }, call);
  const body = await shown.fields(optionsFor);
  const refused = !may ? 'NOT_AUTHENTICATED' : !shown.use ? 'INVALID_CODE' : undefined;
  // A challenge is dead with the session that it lives in.
  const refusal = 'challenge_id' in body ? 'INVALID_CHALLENGE' : 'NOT_AUTHENTICATED';
  const dead = world.isAlive(session) ? undefined : refusal;
  if (!refused && !dead) {
    shown.use?.();
    proveFactor(world, session, shown.since);
  }
  await compare(refused ?? dead ?? newAccess(world, caller), () =>
    world.app.post('/api/auth/user/reauthenticate', body, call),
  );
}

function newAccess(world: World, { session }: AccessToken): Expected {
  const exp = Math.min(accessExpiry(world, session.user), session.expiresAt);
  const learn = ({ access_token: text }: { access_token: string }) => world.accessTokens.push({ text, session, exp });
  return { fields: { uid: session.user.uid, access_token: expect.any(String), expiry: exp }, learn };
}

export const isFirstStep = ({ first }: Challenge) => first !== undefined;

export const SECOND_STEPS = {
  secondStep: kind<{ first: number; factor: Factor }>({ first: pick, factor }, async (world, step) => {
    const waiting = fromNewest(world.challenges.filter(isFirstStep), step.first);
    if (waiting) await secondStep(world, waiting, step.factor);
  }),
  /** A sign-in with the password and a factor. */
  logInTwice: kind<{ user: number; factor: Factor }>({ user: pick, factor }, async (world, step) => {
    const user = world.user(step.user);
    if (!user?.active || !world.needsFactor(user) || user.password === null) return;
    await compare(signIn(world, user), () => world.app.login(user.email, user.lastPassword));
    await secondStep(world, world.challenges.at(-1) as Challenge, step.factor);
  }),
  logInByPasskey: kind<{ passkey: number }>({ passkey: pick }, async (world, step) => {
    const passkey = fromNewest(world.passkeys, step.passkey);
    if (passkey) await logInByPasskey(world, passkey);
  }),
  reauthenticate: kindOfCaller<{ how: Factor | 'password' }>(
    { how: fc.oneof<[fc.Arbitrary<Factor>, fc.Arbitrary<'password'>]>(factor, fc.constant('password')) },
    (world, caller, { how }) => reauthenticate(world, caller, how),
  ),
};
