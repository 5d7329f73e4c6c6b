import fc from 'fast-check';
import { SoftPasskey } from '../factors/authenticator.js';
import { codeAt, ORIGIN, PASSKEYS, passkeyLogin } from '../factors/factors.js';
import type { Answer } from '../http/http.js';
import { after, compare, compareEmails, type Expected, NOTHING, newSecureLink, noteNeed } from './ends.js';
import { accessExpiry, isOpen, linkIdentity, openSession, signIn } from './sign-in.js';
import {
  type AccessToken,
  type Challenge,
  fromNewest,
  kind,
  kindOfCaller,
  type Link,
  type Passkey,
  pick,
  type Session,
  type Totp,
  type User,
  type World,
} from './world.js';

const TOTP = '/api/auth/user/mfa/totp';
const PENDING_TTL = 600;
const CHALLENGE_TTL = 300;
const PERIOD = 30;
const DAY = 86_400;
const MOST_APPS = 5;
const MOST_WAITING = 5;

/** A code of an app that was not used yet, if there is one for this time. */
function freshCode(world: World, app: Totp): { code: string; step: number } | undefined {
  const now = Math.floor(world.now() / PERIOD);
  const step = [now - 1, now, now + 1].find((one) => one > app.lastStep);
  return step === undefined ? undefined : { code: codeAt(app.secret, step * PERIOD), step };
}

/** A code that no app of the user shows now. */
function wrongCode(world: World, apps: Totp[]): string {
  const now = world.now();
  const shown = apps.flatMap(({ secret }) => [-PERIOD, 0, PERIOD].map((ahead) => codeAt(secret, now + ahead)));
  return ['000000', '111111', '222222', ...Array(20).keys()].map(String).find((code) => !shown.includes(code)) ?? '';
}

/** The failure of adding a factor: only the owner of a proved email adds one. */
function refuseAddition(world: World, caller: AccessToken): string | undefined {
  return world.refuseLate(caller) ?? (caller.session.user.proved ? undefined : 'EMAIL_NOT_VERIFIED');
}

/** The email about something new has a link that secures the account, unless sign-ins needed a factor before. */
function secureLinkOf(world: World, session: Session, neededFactor: boolean): Link | undefined {
  return neededFactor ? undefined : newSecureLink(world, 'factor', session.user, session);
}

/** Lets each sign-in need a factor, and makes the first set of recovery codes. */
function enable(world: World, user: User): Expected {
  const isFirst = user.recoveryCodes.length === 0;
  // A demand that was switched off for a day at most goes on.
  const goesOn = user.mfaDisabledAt > world.now() - DAY;
  world.changeFactors(user, { mfaEnabled: true, mfaEnabledAt: goesOn ? user.mfaEnabledAt : world.now() });
  if (!isFirst) return NOTHING;
  return { fields: { recovery_codes: expect.any(Array) }, learn: (json) => learnCodes(world, user, json) };
}

function learnCodes(world: World, user: User, { recovery_codes }: { recovery_codes: string[] }): void {
  user.recoveryCodes = recovery_codes.map((code) => ({ code, used: false, madeAt: world.now() }));
}

async function addApp(world: World, caller: AccessToken): Promise<void> {
  const { user } = caller.session;
  const refused = refuseAddition(world, caller);
  const full = world.totpOf(user).length >= MOST_APPS ? 'FACTOR_LIMIT_REACHED' : undefined;
  const expiry = world.now() + PENDING_TTL;
  const fields = { factor_id: expect.any(String), secret: expect.any(String), uri: expect.any(String), expiry };
  const learn = ({ factor_id: id, secret }: { factor_id: string; secret: string }) => {
    const unused = { confirmedAt: null, lastStep: 0, removed: false };
    const waiting = world.totp.filter((one) => one.user === user && one.confirmedAt === null && !one.removed);
    if (waiting[MOST_WAITING - 1]) Object.assign(waiting[0] as Totp, { removed: true });
    world.totp.push({ id, user, secret, begunIn: caller.session, createdAt: world.now(), ...unused });
  };
  const post = () => world.app.post(TOTP, {}, { token: caller.text });
  await compare(refused ?? full ?? { fields, learn }, post);
}

/** The first code of an app adds it. The first app lets each sign-in need a factor. */
async function confirmApp(world: World, caller: AccessToken, app: Totp, right: boolean): Promise<void> {
  const { session } = caller;
  const { user } = session;
  const fresh = freshCode(world, app);
  const code = right && fresh ? fresh.code : wrongCode(world, [app]);
  const post = () => world.app.post(`${TOTP}/${app.id}/confirm`, { code }, { token: caller.text });
  const refuse = () => {
    if (!world.mayChange(caller)) return 'NOT_AUTHENTICATED';
    const waits = app.user === user && app.begunIn === session && app.confirmedAt === null && !app.removed;
    if (!waits || app.createdAt <= world.now() - PENDING_TTL) return 'FACTOR_NOT_FOUND';
    if (!right || !fresh) return 'INVALID_CODE';
    if (!world.isAlive(session)) return 'NOT_AUTHENTICATED';
    if (!user.proved) return 'EMAIL_NOT_VERIFIED';
    return world.totpOf(user).length >= MOST_APPS ? 'FACTOR_LIMIT_REACHED' : undefined;
  };
  const refused = refuse();
  if (refused) return compare(refused, post);
  const undo = secureLinkOf(world, session, world.needsFactor(user));
  const enables = !user.mfaEnabled && world.totpOf(user).length === 0;
  Object.assign(app, { confirmedAt: world.now(), lastStep: fresh?.step });
  let expected = NOTHING;
  if (enables) {
    expected = enable(world, user);
    after(world, 'factorsChanged', user, session);
    proveFactor(world, session, world.now());
  } else addFurther(world, user);
  return compareEmails(world, expected, [undo], post);
}

/** Records that a factor was shown in a session. @param since since when the user has it */
function proveFactor(world: World, session: Session, since: number): void {
  const now = world.now();
  Object.assign(session, { authTime: now, factorTime: now, strong: true, earlierFactor: since < session.createdAt });
}

/** Tries to confirm what waits, in each session: only the one that has begun can. */
export async function confirmWaiting(world: World): Promise<void> {
  for (const app of world.totp.filter(({ confirmedAt }) => confirmedAt === null)) {
    const newest = (session: Session) => world.accessTokens.findLast((token) => token.session === session);
    const tokens = world.sessions.filter(({ user }) => user === app.user).map(newest);
    for (const token of tokens) if (token) await confirmApp(world, token, app, true);
  }
}

async function askForPasskey(world: World, caller: AccessToken): Promise<Challenge | undefined> {
  const { session } = caller;
  const expiresAt = world.now() + CHALLENGE_TTL;
  const unused = { expiresAt, used: false, revoked: false, tries: 0 };
  const challenge: Challenge = { text: '', user: session.user, session, ...unused };
  const learn = ({ challenge_id: text, options }: { challenge_id: string; options: unknown }) => {
    world.challenges.push(Object.assign(challenge, { text, options }));
  };
  const fields = { challenge_id: expect.any(String), options: expect.anything(), expiry: expiresAt };
  const post = () => world.app.post(`${PASSKEYS}/options`, {}, { token: caller.text });
  await compare(refuseAddition(world, caller) ?? { fields, learn }, post);
  return challenge.options === undefined ? undefined : challenge;
}

/** A factor that ends no session. */
function addFurther(world: World, user: User): void {
  world.changeFactors(user);
  after(world, 'factorAdded', user);
}

/** A passkey ends no session, and does not let sign-ins need a factor. */
async function addPasskey(world: World, caller: AccessToken, challenge: Challenge): Promise<void> {
  const { session } = caller;
  const { user } = session;
  const device = new SoftPasskey(ORIGIN);
  const body = { challenge_id: challenge.text, credential: device.create(challenge.options), name: 'Phone' };
  const post = () => world.app.post(PASSKEYS, body, { token: caller.text });
  if (!world.mayChange(caller)) return compare('NOT_AUTHENTICATED', post);
  const mine = challenge.session === session && isOpen(world, challenge);
  const refused = mine ? refuseAddition(world, caller) : 'INVALID_CHALLENGE';
  if (refused) return compare(refused, post);
  challenge.used = true;
  const undo = secureLinkOf(world, session, world.needsFactor(user));
  addFurther(world, user);
  const added: Passkey = { id: '', user, device, createdAt: world.now(), removed: false };
  world.passkeys.push(added);
  const learn = ({ passkey_id }: { passkey_id: string }) => Object.assign(added, { id: passkey_id });
  return compareEmails(world, { fields: { passkey_id: expect.any(String), name: 'Phone' }, learn }, [undo], post);
}

/** Sign-ins need no factor from now on. */
export const disabled = (world: World, user: User) =>
  user.mfaEnabled ? { mfaEnabled: false, mfaDisabledAt: world.now() } : {};

/** Removes a factor. Without the last one, no sign-in needs a factor; an administrator needs one. */
function removeFactor(world: World, { session }: AccessToken, factor: Totp | Passkey): Expected {
  const { user } = session;
  const isLast = [...world.totpOf(user), ...world.passkeysOf(user)].length === 1;
  const reads = user.verified && user.proved;
  const others = world.passkeysOf(user).length - 1 + world.identitiesOf(user).length;
  const isLastWayIn = 'device' in factor && !reads && user.password === null && others === 0;
  if (isLastWayIn) return 'LAST_SIGN_IN_METHOD';
  if (isLast && world.isDemanded(user)) return 'MFA_IS_REQUIRED';
  noteNeed(world, user);
  factor.removed = true;
  world.changeFactors(user, isLast ? { ...disabled(world, user), recoveryCodes: [] } : {});
  after(world, 'factorsChanged', user, session);
  return NOTHING;
}

function setMfa(world: World, { session }: AccessToken, enabled: boolean): Expected {
  const { user } = session;
  if (enabled === user.mfaEnabled) return NOTHING;
  if (enabled && !world.hasFactor(user)) return 'FACTOR_NOT_FOUND';
  if (enabled && !user.proved) return 'EMAIL_NOT_VERIFIED';
  if (!enabled && world.isDemanded(user)) return 'MFA_IS_REQUIRED';
  after(world, 'factorsChanged', user, session);
  if (enabled) return enable(world, user);
  world.changeFactors(user, disabled(world, user));
  return NOTHING;
}

function renewCodes(world: World, { session }: AccessToken): Expected {
  const { user } = session;
  if (!world.needsFactor(user)) return 'MFA_NOT_ENABLED';
  world.changeFactors(user);
  after(world, 'factorsChanged', user, session);
  return { fields: { recovery_codes: expect.any(Array) }, learn: (json) => learnCodes(world, user, json) };
}

function overview(world: World, caller: AccessToken): Expected {
  if (!world.accepts(caller)) return 'NOT_AUTHENTICATED';
  const { user } = caller.session;
  const ids = [...world.totpOf(user), ...world.passkeysOf(user)].map(({ id }) =>
    expect.objectContaining({ factor_id: id }),
  );
  const left = user.recoveryCodes.filter(({ used }) => !used).length;
  const required = world.isDemanded(user);
  return { fields: { enabled: user.mfaEnabled, required, recovery_codes_left: left, factors: ids } };
}

const factor = { factor: pick };

export const FACTOR_STEPS = {
  addApp: kindOfCaller({}, addApp),
  confirmApp: kindOfCaller<{ factor: number; right: boolean }>(
    { ...factor, right: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)) },
    async (world, caller, step) => {
      const waiting = world.totp.filter(({ confirmedAt }) => confirmedAt === null);
      const app = fromNewest(waiting, step.factor);
      if (app) await confirmApp(world, caller, app, step.right);
    },
  ),
  removeApp: kindOfCaller<{ factor: number }>(factor, async (world, caller, step) => {
    const app = fromNewest(world.totp, step.factor);
    if (!app) return;
    const own = world.totpOf(caller.session.user).includes(app);
    const refused = world.refuseLate(caller) ?? (own ? undefined : 'FACTOR_NOT_FOUND');
    const remove = () => world.app.delete(`${TOTP}/${app.id}`, { token: caller.text });
    await compare(refused ?? removeFactor(world, caller, app), remove);
  }),
  addPasskey: kindOfCaller({}, async (world, caller) => {
    const challenge = await askForPasskey(world, caller);
    if (challenge) await addPasskey(world, caller, challenge);
  }),
  askForPasskey: kindOfCaller({}, askForPasskey),
  finishPasskey: kindOfCaller<{ challenge: number }>({ challenge: pick }, async (world, caller, step) => {
    const challenges = world.challenges.filter(({ options }) => options !== undefined);
    const challenge = fromNewest(challenges, step.challenge);
    if (challenge) await addPasskey(world, caller, challenge);
  }),
  removePasskey: kindOfCaller<{ factor: number }>(factor, async (world, caller, step) => {
    const passkey = fromNewest(world.passkeys, step.factor);
    if (!passkey) return;
    const own = world.passkeysOf(caller.session.user).includes(passkey);
    const refused = world.refuseLate(caller) ?? (own ? undefined : 'PASSKEY_NOT_FOUND');
    const remove = () => world.app.delete(`${PASSKEYS}/${passkey.id}`, { token: caller.text });
    await compare(refused ?? removeFactor(world, caller, passkey), remove);
  }),
  setMfa: kindOfCaller<{ enabled: boolean }>({ enabled: fc.boolean() }, (world, caller, { enabled }) => {
    const refused = world.refuseLate(caller);
    const { user } = caller.session;
    const changes = !refused && enabled && !user.mfaEnabled && user.proved && world.hasFactor(user);
    const undo = changes ? secureLinkOf(world, caller.session, world.needsFactor(user)) : undefined;
    const put = () => world.app.put('/api/auth/user/mfa', { enabled }, { token: caller.text });
    return compareEmails(world, refused ?? setMfa(world, caller, enabled), [undo], put);
  }),
  renewCodes: kindOfCaller({}, (world, caller) => {
    const post = () => world.app.post('/api/auth/user/mfa/recovery-codes', {}, { token: caller.text });
    return compare(world.refuseLate(caller) ?? renewCodes(world, caller), post);
  }),
  overview: kindOfCaller({}, (world, caller) =>
    compare(overview(world, caller), () => world.app.get('/api/auth/user/mfa', { token: caller.text })),
  ),
};

type Factor = 'app' | 'recovery' | 'passkey' | 'wrong';
const anyFactor = fc.oneof(
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

function credentialOf({ device }: Passkey, options: Answer): Record<string, unknown> {
  const { json } = options.ok();
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
  secondStep: kind<{ first: number; factor: Factor }>({ first: pick, factor: anyFactor }, async (world, step) => {
    const waiting = fromNewest(world.challenges.filter(isFirstStep), step.first);
    if (waiting) await secondStep(world, waiting, step.factor);
  }),
  /** A sign-in with the password and a factor. */
  logInTwice: kind<{ user: number; factor: Factor }>({ user: pick, factor: anyFactor }, async (world, step) => {
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
    { how: fc.oneof<[fc.Arbitrary<Factor>, fc.Arbitrary<'password'>]>(anyFactor, fc.constant('password')) },
    (world, caller, { how }) => reauthenticate(world, caller, how),
  ),
};
