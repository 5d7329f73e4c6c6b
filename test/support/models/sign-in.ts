import fc from 'fast-check';
import { type Answer, expectFailure } from '../http/http.js';
import { type AddedProvider, authorize, redeem } from '../idp/providers.js';
import {
  after,
  answerOfRedirect,
  compare,
  compareEmails,
  type Expected,
  isUsable,
  keptLinks,
  NOTHING,
  newLink,
  newSecureLink,
  proveAddress,
  refuseLink,
} from './ends.js';
import {
  type AccessToken,
  address,
  type Challenge,
  fromNewest,
  type Identity,
  isWeak,
  kind,
  kindOfCaller,
  type Link,
  newUser,
  password,
  pick,
  type Session,
  type User,
  type World,
} from './world.js';

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

type Type = 'magic_link' | 'verify_email' | 'reset_password';
/** How a verification link is used: by a scanner, by the button of its page, or by "This was not me". */
type Use = 'scanner' | 'button' | 'disown';
interface Following {
  password: string;
  use: Use;
}

const type = fc.constantFrom<Type>('magic_link', 'verify_email', 'reset_password');
const use = fc.constantFrom<Use>('scanner', 'button', 'disown');
const isHeld = ({ purpose }: Link) => ['magic_link', 'verify_email', 'reset_password'].includes(purpose);

/** Gets a link from the admin API, which it does not email. */
async function getLink(world: World, which: number, type: Type): Promise<Link | undefined> {
  const email = world.email(which);
  const user = world.owner(email);
  const answer = await world.app.admin('POST', '/links', { type, email });
  const verified = user?.verified && type === 'verify_email' ? 'EMAIL_ALREADY_VERIFIED' : undefined;
  const failure = !user ? 'USER_NOT_FOUND' : user.active ? verified : 'USER_DISABLED';
  if (failure || !user) {
    expectFailure(answer, failure ?? '');
    return undefined;
  }
  const link = Object.assign(newLink(world, type, user), { byAdministrator: true });
  link.text = type === 'reset_password' ? answer.json.token : answer.json.link;
  return link;
}

/** A magic link signs in. The first proof by one of an administrator removes the password and the sessions. */
function followMagicLink(world: World, link: Link): Expected {
  const refused = refuseLink(world, link);
  if (refused) return refused;
  link.used = true;
  return signIn(world, link.user, { provesAddress: true, byAdministrator: true }, OF_LINK);
}

/** The verification link of an administrator proves the email like the word of the administrator, also without the button. */
function verify(world: World, link: Link, how: Use): Expected {
  const { user } = link;
  const refused = refuseLink(world, link);
  if (refused) return refused;
  if (how === 'disown') {
    if (user.proved) return 'LINK_EXPIRED';
    world.setPassword(user, null);
    after(world, 'passwordSet', user);
  } else if (!user.verified || !user.proved) {
    world.change(user, { verified: true, claimed: false, proved: true });
  }
  link.used = true;
  return NOTHING;
}

function reset(world: World, link: Link, next: string): Expected {
  const { user } = link;
  if (user.deleted) return 'NOT_AUTHENTICATED';
  if (!isUsable(world, link)) return 'INVALID_PASSWORD';
  if (isWeak(next)) return 'WEAK_PASSWORD';
  link.used = true;
  world.setPassword(user, next);
  world.change(user, { verified: true, claimed: false, proved: true });
  after(world, 'passwordSet', user);
  return NOTHING;
}

export async function follow(world: World, link: Link, { password, use }: Following): Promise<void> {
  const { app } = world;
  switch (link.purpose) {
    case 'magic_link':
      return compare(followMagicLink(world, link), async () => answerOfRedirect(await app.follow(link.text)));
    case 'verify_email': {
      const url = use === 'disown' ? link.text.replace('/confirm', '/refuse') : link.text;
      const method = use === 'scanner' ? 'GET' : 'POST';
      return compare(verify(world, link, use), async () => answerOfRedirect(await app.follow(url, method)));
    }
    default: {
      const body = { old_password: link.text, new_password: password };
      return compare(reset(world, link, password), () => app.patch('/api/auth/user/change-password', body));
    }
  }
}

/** @param caller a person who is signed in to the account: then the proof of the email changes nothing else */
function enterCode(world: World, link: Link, caller?: AccessToken): Expected {
  const { user } = link;
  if (caller && !world.mayChange(caller)) return 'NOT_AUTHENTICATED';
  if (user.deleted || link.used || link.tries >= 5) return 'INVALID_CODE';
  link.tries += 1;
  if (!isUsable(world, link)) return user.active ? 'INVALID_CODE' : 'USER_DISABLED';
  const isOwner = caller?.session.user === user;
  if (isOwner && !world.isAlive(caller.session)) return 'NOT_AUTHENTICATED';
  link.used = true;
  if (isOwner && !user.proved) world.change(user, { verified: true, claimed: false, proved: true });
  return signIn(world, user, { provesAddress: !isOwner });
}

export const useCode = (world: World, link: Link, caller?: AccessToken) =>
  compare(enterCode(world, link, caller), () =>
    world.app.post('/api/auth/email-code/verify', link.code, caller && { token: caller.text }),
  );

async function askForCode(world: World, which: number): Promise<void> {
  const user = world.owner(world.email(which));
  if (!user?.active) return;
  const { email } = user;
  const code = await world.mail.codeAfter(email, () => world.app.post('/api/auth/email-code', { email }));
  Object.assign(newLink(world, 'email_code', user), { code });
}

const codes = (world: World) => keptLinks(world).filter(({ code }) => code);

export const LINK_STEPS = {
  /** Uses a new link at once. */
  useLink: kind<Following & { address: number; type: Type }>({ address, type, password, use }, async (world, step) => {
    const link = await getLink(world, step.address, step.type);
    if (link) await follow(world, link, step);
  }),
  getLink: kind<{ address: number; type: Type }>({ address, type }, (world, step) =>
    getLink(world, step.address, step.type),
  ),
  followLink: kind<Following & { link: number }>({ link: pick, password, use }, async (world, step) => {
    const link = fromNewest(keptLinks(world).filter(isHeld), step.link);
    if (link) await follow(world, link, step);
  }),
  askForCode: kind<{ address: number }>({ address }, (world, step) => askForCode(world, step.address)),
  enterCode: kind<{ link: number }>({ link: pick }, async (world, step) => {
    const link = fromNewest(codes(world), step.link);
    if (link) await useCode(world, link);
  }),
  enterOwnCode: kindOfCaller<{ link: number }>({ link: pick }, async (world, caller, step) => {
    const link = fromNewest(codes(world), step.link);
    if (link) await useCode(world, link, caller);
  }),
};

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
  const facts = { verified: true, proved: true, lastLogin: now };
  const user = newUser(now, { email, password: null, lastPassword: 'none at all', ...facts });
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
