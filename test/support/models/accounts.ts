import fc from 'fast-check';
import { after, remove } from './ends.js';
import { compare, type Expected, NOTHING, some } from './expected.js';
import { openSession } from './sign-in.js';
import type { AccessToken, User } from './state.js';
import { address, isAddress, isWeak, kind, kindOfCaller, normal, password, WEAK, type World } from './world.js';

export const metadata = fc.constantFrom('{}', '[1]', ' {"a": "\u00fc\\u0000"}');
/** The current password in the body of a request: none, the right one, or a wrong one. */
export const confirmation = fc.constantFrom<Confirmation>('none', 'none', 'right', 'wrong');
export type Confirmation = 'none' | 'right' | 'wrong';

interface SignUp {
  email: string;
  password: string;
  login: boolean;
  email_verified: boolean;
  metadata: string;
}

function create(world: World, body: SignUp): Expected {
  const { login, email_verified: verified, metadata, password } = body;
  const email = normal(body.email);
  const code = !isAddress(email) ? 'INVALID_EMAIL' : isWeak(password) ? 'WEAK_PASSWORD' : undefined;
  if (code ?? world.owner(email)) return code ?? 'EMAIL_ALREADY_IN_USE';
  const now = world.now();
  const user: User = {
    uid: '',
    email,
    ...{
      password,
      lastPassword: password,
      passwordVersion: 0,
      passwordSetAt: 0,
      mfaEnabledAt: 0,
      mfaDisabledAt: 0,
      factorVersion: 0,
    },
    ...{ active: true, deleted: false, verified, claimed: verified, proved: false, metadata },
    ...{ createdAt: now, updatedAt: now, lastLogin: null },
    ...{ mfaEnabled: false, required: false, unlinked: false, scopes: [], recoveryCodes: [], claimsAt: 0 },
  };
  world.users.push(user);
  const learn = ({ uid }: { uid: string }) => Object.assign(user, { uid });
  if (!login) return { fields: { uid: expect.any(String) }, learn };
  return openSession(world, user, false, undefined, learn);
}

function read(world: World, { session: { user }, exp }: AccessToken): Expected {
  if (exp <= world.now()) return 'NOT_AUTHENTICATED';
  if (user.deleted) return 'USER_NOT_FOUND';
  const { uid, email, active, verified, metadata, createdAt, updatedAt, lastLogin } = user;
  const times = { created_at: createdAt, updated_at: updatedAt, last_login: lastLogin };
  return { fields: { uid, email, active, email_verified: verified, metadata, ...times } };
}

/** The failure of a change that needs a recent sign-in or the password. With MFA, the password is not enough. */
export function refuseUnconfirmed(world: World, caller: AccessToken, given: string | undefined): string | undefined {
  const { user } = caller.session;
  if (given !== undefined && given !== user.password) return 'INVALID_PASSWORD';
  if (given !== undefined && !world.needsFactor(user)) return undefined;
  return world.refuseLate(caller);
}

export function confirm({ session: { user } }: AccessToken, how: Confirmation): string | undefined {
  return { none: undefined, right: user.lastPassword, wrong: WEAK }[how];
}

function changePassword(world: World, caller: AccessToken, old: string, next: string): Expected {
  if (!world.mayChange(caller)) return 'NOT_AUTHENTICATED';
  const { user } = caller.session;
  if (old !== user.password) return 'INVALID_PASSWORD';
  if (isWeak(next)) return 'WEAK_PASSWORD';
  const late = world.needsFactor(user) && world.refuseLate(caller);
  if (late) return late;
  world.setPassword(user, next);
  after(world, 'passwordChanged', user, caller.session);
  return NOTHING;
}

function removeOwn(world: World, caller: AccessToken, given: string | undefined): Expected {
  if (!world.mayChange(caller)) return 'NOT_AUTHENTICATED';
  const refused = refuseUnconfirmed(world, caller, given);
  if (!refused) remove(world, caller.session.user);
  return refused ?? NOTHING;
}

/** What an administrator sees of a user. */
export function adminView(world: World, user: User): Expected {
  if (user.deleted) return 'USER_NOT_FOUND';
  const waits = world.links.findLast(
    (link) => link.user === user && link.purpose === 'confirm_email' && !link.used && link.expiresAt > world.now(),
  );
  const { email, active, verified, proved, mfaEnabled, scopes, password } = user;
  const shown = { email, active, email_verified: verified, email_proved: proved, mfa_enabled: mfaEnabled };
  const more = { admin_scopes: scopes, has_password: password !== null, email_pending: waits?.email ?? null };
  return { fields: some({ ...shown, ...more, session_count: world.alive(user).length }) };
}

export const ACCOUNT_STEPS = {
  create: kind<Omit<SignUp, 'email'> & { address: number }>(
    { address, password, login: fc.boolean(), email_verified: fc.boolean(), metadata },
    (world, { address, password, login, email_verified, metadata }) => {
      const body = { email: world.email(address), password, login, email_verified, metadata };
      return compare(create(world, body), () => world.app.post('/api/auth/user/create', body));
    },
  ),
  read: kindOfCaller({}, (world, caller) =>
    compare(read(world, caller), () => world.app.get('/api/auth/user', { token: caller.text })),
  ),
  changePassword: kindOfCaller<{ old: string; password: string }>(
    { old: fc.oneof({ weight: 3, arbitrary: fc.constant('right') }, password), password },
    (world, caller, step) => {
      const old = step.old === 'right' ? caller.session.user.lastPassword : step.old;
      const body = { old_password: old, new_password: step.password };
      const patch = () => world.app.patch('/api/auth/user/change-password', body, { token: caller.text });
      return compare(changePassword(world, caller, old, step.password), patch);
    },
  ),
  remove: kindOfCaller<{ confirmation: Confirmation }>({ confirmation }, (world, caller, step) => {
    const given = confirm(caller, step.confirmation);
    const call = { token: caller.text, body: { password: given } };
    return compare(removeOwn(world, caller, given), () => world.app.delete('/api/auth/user', call));
  }),
};
