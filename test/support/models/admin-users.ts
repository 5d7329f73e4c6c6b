import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Answer } from '../http/http.js';
import { askMailbox } from './accounts.js';
import {
  after,
  compare,
  compareEmails,
  type Expected,
  endOne,
  expire,
  keepAsking,
  NOTHING,
  noteNeed,
  removeScopes,
  revokeTokensOf,
  some,
} from './ends.js';
import { disabled } from './factors.js';
import {
  type AdminToken,
  address,
  fromNewest,
  isWeak,
  type Kind,
  kind,
  type Link,
  newUser,
  password,
  pick,
  type User,
  type World,
} from './world.js';

/** What the administrators of a sequence may do. */
export const ALL_SCOPES = ['read', 'write', 'providers', 'webhooks', 'admins', 'clients'];
const REASON = 'A step of a random sequence';

/** The scopes that a user can use now. */
export function usableScopes(world: World, user: User): string[] {
  const { active, deleted, proved, scopes } = user;
  return active && !deleted && proved && world.needsFactor(user) ? scopes : [];
}

/** Changes a user for an administrator. What the user has made ends when the user loses a right by it. @param token that of the environment by default */
export function patch(
  world: World,
  user: User,
  body: object,
  change: () => Link | string | undefined,
  token?: string,
): Promise<void> {
  const usable = usableScopes(world, user);
  const changed = change();
  const lost = usable.some((scope) => !usableScopes(world, user).includes(scope));
  if (lost) revokeTokensOf(world, user);
  const expected = typeof changed === 'string' ? changed : { fields: some({ uid: user.uid }) };
  const links = typeof changed === 'string' ? [] : [changed];
  return compareEmails(world, expected, links, () => world.app.admin('PATCH', `/users/${user.uid}`, body, token));
}

/** @param verified whether the administrator vouches for the new email */
function setEmail(world: World, user: User, email: string, verified: boolean): Link | string | undefined {
  if (email === user.email) {
    expire(world, user, ['confirm_email']);
    if (verified && !(user.verified && user.proved)) world.change(user, { verified, proved: true });
    return undefined;
  }
  const taken = world.owner(email) ? 'EMAIL_ALREADY_IN_USE' : undefined;
  if (taken) return taken;
  if (!verified && world.isSecured(user)) return askMailbox(world, user, email);
  after(world, 'addressSet', user);
  world.change(user, { email, verified, proved: verified });
  return undefined;
}

const setActive = (world: World, user: User, active: boolean) =>
  patch(world, user, { active }, () => {
    if (active !== user.active) world.change(user, { active });
    if (!active) after(world, 'disabled', user);
    return undefined;
  });

const setVerified = (world: World, user: User, verified: boolean) =>
  patch(world, user, { email_verified: verified }, () => {
    const proved = verified || (user.proved && world.isSecured(user));
    if (user.verified !== verified || user.proved !== proved) world.change(user, { verified, proved });
    return undefined;
  });

export const widens = (scopes: string[], user: User) => scopes.some((scope) => !user.scopes.includes(scope));

/** @param by undefined for the token of the environment */
export function setScopes(world: World, user: User, scopes: string[], by?: AdminToken): string | undefined {
  if (scopes.length > 0 && !user.mfaEnabled && !world.hasFactor(user)) return 'MFA_NOT_ENABLED';
  if (scopes.length > 0 && !(user.proved && user.verified)) return 'EMAIL_NOT_VERIFIED';
  if (scopes.join() === user.scopes.join()) return undefined;
  if (widens(scopes, user)) {
    user.scopesBy = by && { token: by, since: world.now() };
    world.stopReset(user);
  }
  if (scopes.length === 0 && !user.required) keepAsking(world, user);
  world.change(user, { scopes });
  after(world, 'scopesChanged', user);
  return undefined;
}

/** Demands a factor of a user who has one, or no more. Sessions of one factor end. */
const setRequired = (world: World, user: User, required: boolean) =>
  patch(world, user, { mfa: required ? 'required' : 'optional' }, () => {
    if (required === user.required) return undefined;
    if (!required && user.scopes.length === 0) keepAsking(world, user);
    world.changeFactors(user, { required });
    if (required) after(world, 'factorRequired', user);
    return undefined;
  });

function askReset(world: World, user: User, passkeys: boolean): Expected {
  const dueAt = world.now() + world.resetDelay;
  world.hasReset = true;
  world.stopReset(user);
  if (world.resetDelay > 0) world.resets.push({ user, passkeys, dueAt });
  else resetFactors(world, user, passkeys);
  return { fields: { due_at: dueAt } };
}

/** Waits for the service to carry out the resets that are due. */
export async function workResets(world: World): Promise<void> {
  const due = world.resets.filter((reset) => reset.dueAt <= world.now() && !reset.user.deleted);
  world.resets = world.resets.filter((reset) => !due.includes(reset));
  if (due.length === 0) return;
  for (const { user, passkeys } of due) resetFactors(world, user, passkeys);
  const rows = 'SELECT 1 FROM factor_resets WHERE due_at <= ?';
  await world.app.service.until(async () => (await world.app.sql(rows, [world.now()])).length === 0);
}

function resetFactors(world: World, user: User, passkeys: boolean): void {
  noteNeed(world, user);
  for (const factor of [...world.totp, ...(passkeys ? world.passkeys : [])]) factor.removed ||= factor.user === user;
  world.changeFactors(user, { recoveryCodes: [], ...disabled(world, user) });
  removeScopes(world, user, false);
  after(world, 'factorsReset', user);
}

/** A kind of steps of an administrator with a user. */
function kindOfUser<T>(
  values: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  run: (world: World, user: User, values: T) => Promise<unknown>,
): Kind<T & { user: number }> {
  const all = fc.record({ user: pick, ...values }) as unknown as fc.Arbitrary<T & { user: number }>;
  return {
    values: all,
    async run(world, step) {
      const user = world.user(step.user);
      if (user) await run(world, user, step);
    },
  };
}

export const scopes = fc.constantFrom<string[]>([], ['read'], ['read', 'write'], ['read', 'write'], ALL_SCOPES);

/** An account as an import brings it: with an app of the user, at an address that nobody has proved here. */
async function provide(world: World, email: string): Promise<void> {
  if (world.owner(email)) return;
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const password = 'correct horse battery staple';
  const now = world.now();
  const facts = { mfaEnabledAt: now, mfaEnabled: true };
  const user = newUser(now, { email, password, lastPassword: password, ...facts });
  const learn = ({ uid }: { uid: string }) => {
    Object.assign(user, { uid });
    world.users.push(user);
    const unused = { begunIn: undefined, lastStep: 0, removed: false };
    world.totp.push({ id: 'unknown', user, secret, createdAt: now, confirmedAt: now, ...unused });
  };
  const create = () => world.app.admin('POST', '/users', { email, password, totp: [{ secret }] });
  await compare({ fields: some({ uid: expect.any(String) }), learn }, create);
}

export const ADMIN_USER_STEPS = {
  provide: kind<{ address: number }>({ address }, (world, step) => provide(world, world.email(step.address))),
  setActive: kindOfUser<{ active: boolean }>({ active: fc.boolean() }, (world, user, step) =>
    setActive(world, user, step.active),
  ),
  setVerified: kindOfUser<{ verified: boolean }>({ verified: fc.boolean() }, (world, user, step) =>
    setVerified(world, user, step.verified),
  ),
  /** What a user has made must not work again when the user gets a right back. */
  blockForAWhile: kindOfUser<{ how: 'active' | 'verified' }>(
    { how: fc.constantFrom('active' as const, 'verified' as const) },
    async (world, user, { how }) => {
      for (const on of [false, true]) await (how === 'active' ? setActive : setVerified)(world, user, on);
    },
  ),
  setPassword: kindOfUser<{ password: string }>({ password }, (world, user, { password }) =>
    patch(world, user, { password }, () => {
      if (isWeak(password)) return 'WEAK_PASSWORD';
      world.setPassword(user, password);
      after(world, 'passwordSet', user);
      return undefined;
    }),
  ),
  setEmail: kindOfUser<{ address: number; verified: boolean }>(
    { address, verified: fc.boolean() },
    (world, user, { address, verified }) => {
      const email = world.email(address);
      const body = verified ? { email, email_verified: true } : { email };
      return patch(world, user, body, () => setEmail(world, user, email, verified));
    },
  ),
  setScopes: kindOfUser<{ scopes: string[] }>({ scopes }, (world, user, { scopes }) =>
    patch(world, user, { admin_scopes: scopes }, () => setScopes(world, user, scopes)),
  ),
  /** Changes of one second share a time, so that no token is dated far ahead. */
  setClaims: kindOfUser<{ times: number }>({ times: fc.constantFrom(1, 2, 5) }, async (world, user, { times }) => {
    for (let time = 0; time < times; time += 1) {
      world.change(user, { claimsAt: user.claimsAt < world.now() ? world.now() : world.now() + 1 });
      const claims = JSON.stringify({ n: randomUUID() });
      await patch(world, user, { claims }, () => undefined);
    }
  }),
  setRequired: kindOfUser<{ required: boolean }>({ required: fc.boolean() }, async (world, user, { required }) => {
    if (world.hasFactor(user) || !required) await setRequired(world, user, required);
  }),
  endSessions: kindOfUser({}, (world, user) => {
    after(world, 'sessionsEnded', user);
    const end = () => world.app.admin('DELETE', `/users/${user.uid}/sessions`);
    return compare({ fields: { revoked: expect.any(Number) } }, end);
  }),
  endAnySession: kind<{ session: number }>({ session: pick }, async (world, step) => {
    const session = fromNewest(world.sessions, step.session);
    if (!session || session.user.deleted) return;
    const alive = world.isAlive(session);
    if (alive) endOne(world, session, 'ended');
    const end = (): Promise<Answer> => world.app.admin('DELETE', `/users/${session.user.uid}/sessions/${session.id}`);
    await compare(alive ? NOTHING : 'SESSION_NOT_FOUND', end);
  }),
  resetFactors: kindOfUser<{ passkeys: boolean }>({ passkeys: fc.boolean() }, (world, user, { passkeys }) => {
    const body = { reason: REASON, passkeys };
    const reset = () => world.app.admin('POST', `/users/${user.uid}/factors/reset`, body);
    return compare(askReset(world, user, passkeys), reset);
  }),
};
