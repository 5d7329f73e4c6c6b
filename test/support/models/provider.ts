import fc from 'fast-check';
import { authorize, redeem } from '../idp/external.js';
import type { AddedProvider } from '../idp/providers.js';
import { compareEmails, newSecureLink } from './emails.js';
import { after } from './ends.js';
import { compare, type Expected, NOTHING } from './expected.js';
import { linkIdentity, OF_LOGIN, openSession, signIn } from './sign-in.js';
import type { AccessToken, Identity, Link, User } from './state.js';
import { address, fromNewest, kind, kindOfCaller, pick, type World } from './world.js';

/** What the provider says of a person: it vouches for the address. */
interface Person {
  sub: string;
  email: string;
}

/** An account at the provider with one of the addresses: each has several. */
const personOf = (world: World, which: number, account: number): Person => {
  const email = world.email(which);
  return { sub: `${account}-${email}`, email };
};

const find = (world: World, sub: string) => world.identities.find((one) => one.sub === sub && !one.removed);

async function signInByProvider(world: World, person: Person): Promise<void> {
  const { app, provider } = world;
  if (!provider) return;
  const returned = await authorize(app, provider.id, { ...person, email_verified: true });
  const { expected, link } = signInBy(world, person);
  await compareEmails(world, expected, [link], () => redeem(app, returned));
}

/** After an identity was unlinked, the provider signs in to no account by its address. */
export async function comeBack(world: World): Promise<void> {
  for (const { email } of world.users.filter(({ unlinked, deleted }) => unlinked && !deleted))
    await signInByProvider(world, { sub: `another-${email}`, email });
}

function signInBy(world: World, { sub, email }: Person): { expected: Expected; link?: Link } {
  const known = find(world, sub);
  const user = known?.user ?? world.owner(email);
  if (!user) return { expected: signUp(world, email, sub) };
  if (!known && user.unlinked) return { expected: 'EMAIL_CONFIRMATION_REQUIRED' };
  if (!user.active) return { expected: 'USER_DISABLED' };
  if (known) return { expected: signIn(world, user, { byProvider: true }, OF_LOGIN) };
  const proof = { byProvider: true, provesAddress: !user.proved, sub };
  const opens = world.sessions.length;
  const expected = signIn(world, user, proof, OF_LOGIN);
  if (world.sessions.length === opens) return { expected };
  linkIdentity(world, user, sub);
  return { expected, link: newSecureLink(world, 'factor', user, world.sessions.at(-1)) };
}

/** The first sign-in of a person whose address no account has. */
function signUp(world: World, email: string, sub: string): Expected {
  const now = world.now();
  const user: User = {
    uid: '',
    email,
    ...{ password: null, lastPassword: 'none at all', passwordVersion: 0, passwordSetAt: 0 },
    ...{ mfaEnabledAt: 0, mfaDisabledAt: 0, factorVersion: 0 },
    ...{ active: true, deleted: false, verified: true, claimed: false, proved: true, metadata: '{}' },
    ...{ createdAt: now, updatedAt: now, lastLogin: now },
    ...{ mfaEnabled: false, required: false, unlinked: false, scopes: [], recoveryCodes: [], claimsAt: 0 },
  };
  world.users.push(user);
  linkIdentity(world, user, sub);
  return openSession(world, user, false, OF_LOGIN, ({ uid }) => Object.assign(user, { uid }), true);
}

function unlink(world: World, { session }: AccessToken, identity: Identity): Expected {
  const { user } = session;
  const others = world.identitiesOf(user).length - 1 + world.passkeysOf(user).length;
  const reads = user.verified && user.proved;
  if (!reads && user.password === null && others === 0) return 'LAST_SIGN_IN_METHOD';
  identity.removed = true;
  world.changeFactors(user, { unlinked: true });
  after(world, 'identityUnlinked', user, session);
  return NOTHING;
}

/** The provider signs a person out. Other sign-ins of the user go on. */
async function logOutBy(world: World, { id, idp }: AddedProvider, sub: string): Promise<void> {
  for (const challenge of world.challenges) {
    const user = find(world, sub)?.user;
    const mine = challenge.first?.sub === sub || (user === challenge.user && challenge.first?.byProvider);
    if (mine) challenge.revoked = true;
  }
  const identity = find(world, sub);
  if (identity) after(world, 'loggedOutAtProvider', identity.user);
  const iat = world.now();
  const raw = `logout_token=${await idp.logoutToken({ claims: { sub, iat, exp: iat + 60 } })}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await compare(NOTHING, () =>
    world.app.post(`/api/auth/external/${id}/backchannel-logout`, undefined, { raw, headers }),
  );
}

/** The service shows ids only to their users, so the model reads them where the database has them. */
async function idOf(world: World, { user, sub }: Identity): Promise<string> {
  const statement = 'SELECT identity_id FROM identities WHERE uid = ? AND subject = ?';
  const [row] = await world.app.sql(statement, [user.uid, sub]);
  return String(row?.identity_id);
}

const account = { address, account: fc.constantFrom(0, 0, 1) };

export const PROVIDER_STEPS = {
  signInByProvider: kind<{ address: number; account: number }>(account, (world, step) =>
    signInByProvider(world, personOf(world, step.address, step.account)),
  ),
  unlink: kindOfCaller<{ identity: number }>({ identity: pick }, async (world, caller, step) => {
    const identity = fromNewest(world.identities, step.identity);
    if (!identity) return;
    const id = await idOf(world, identity);
    const own = world.identitiesOf(caller.session.user).includes(identity);
    const refused = world.refuseLate(caller) ?? (own ? undefined : 'IDENTITY_NOT_FOUND');
    const remove = () => world.app.delete(`/api/auth/user/identities/${id}`, { token: caller.text });
    await compare(refused ?? unlink(world, caller, identity), remove);
  }),
  logOutByProvider: kind<{ address: number; account: number }>(account, async (world, step) => {
    if (world.provider) await logOutBy(world, world.provider, personOf(world, step.address, step.account).sub);
  }),
};
