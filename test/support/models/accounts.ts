import fc from 'fast-check';
import {
  after,
  answerOfRedirect,
  compare,
  compareEmails,
  type Expected,
  expire,
  expireOne,
  isKept,
  isUsable,
  keptLinks,
  NOTHING,
  newLink,
  newSecureLink,
  prolongAddresses,
  refuseLink,
  remove,
  removeAdded,
  secureWork,
  some,
} from './ends.js';
import { openSession } from './sign-in.js';
import {
  type AccessToken,
  address,
  fromNewest,
  isAddress,
  isWeak,
  kind,
  kindOfCaller,
  type Link,
  newUser,
  normal,
  password,
  pick,
  type Session,
  type User,
  WEAK,
  type World,
} from './world.js';

const metadata = fc.constantFrom('{}', '[1]', ' {"a": "\u00fc\\u0000"}');
/** The current password in the body of a request: none, the right one, or a wrong one. */
const confirmation = fc.constantFrom<Confirmation>('none', 'none', 'right', 'wrong');
type Confirmation = 'none' | 'right' | 'wrong';

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
  const user = newUser(world.now(), { email, password, lastPassword: password, verified, claimed: verified, metadata });
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
function refuseUnconfirmed(world: World, caller: AccessToken, given: string | undefined): string | undefined {
  const { user } = caller.session;
  if (given !== undefined && given !== user.password) return 'INVALID_PASSWORD';
  if (given !== undefined && !world.needsFactor(user)) return undefined;
  return world.refuseLate(caller);
}

function confirm({ session: { user } }: AccessToken, how: Confirmation): string | undefined {
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

const DAY = 86_400;

interface Change {
  email?: string;
  metadata?: string;
  password?: string;
}

/** The answer to a change, and the links that it emails. */
interface Changed {
  expected: Expected;
  links: (Link | undefined)[];
}
const refusal = (expected: Expected): Changed => ({ expected, links: [] });

function update(world: World, caller: AccessToken, { email: given, metadata, password }: Change): Changed {
  if (!world.mayChange(caller)) return refusal('NOT_AUTHENTICATED');
  const { session } = caller;
  const { user } = session;
  const email = given === undefined ? user.email : normal(given);
  if (!isAddress(email)) return refusal('INVALID_EMAIL');
  if (metadata === '{') return refusal('INVALID_METADATA');
  const moves = email !== user.email;
  const refused = moves ? refuseUnconfirmed(world, caller, password) : undefined;
  if (refused) return refusal(refused);
  if (moves && world.owner(email)) return refusal('EMAIL_ALREADY_IN_USE');
  const waits = moves && world.isSecured(user);
  const links = !moves
    ? []
    : waits
      ? [askMailbox(world, user, email, session), secureLinkOf(world, user, session)]
      : [];
  if (given !== undefined && !moves) expire(world, user, ['confirm_email']);
  if (metadata !== undefined) world.change(user, { metadata });
  if (moves && !waits) links.push(move(world, user, email, session));
  return { expected: NOTHING, links };
}

/** Lets a new email wait until a reader of its mailbox confirms it. The newest one counts. */
export function askMailbox(world: World, user: User, email: string, session?: Session): Link {
  expire(world, user, ['confirm_email']);
  return newLink(world, 'confirm_email', user, email, session);
}

/** The link to an old email that was verified or proved. */
function secureLinkOf(world: World, user: User, session?: Session): Link | undefined {
  if (!user.proved && (!user.verified || user.claimed)) return undefined;
  const link = newSecureLink(world, 'address', user, session);
  return Object.assign(link, user.proved ? {} : { since: 0 });
}

function move(world: World, user: User, email: string, session: Session): Link | undefined {
  after(world, 'addressChanged', user);
  const link = secureLinkOf(world, user, session);
  prolongAddresses(world, user);
  const first = usableChanges(world, user, email)[0];
  world.change(user, { email, verified: false, proved: false });
  if (!first) return link;
  // A change back is like an undo.
  revokeLater(world, first);
  if (first.since !== 0) world.change(user, { verified: true, claimed: false, proved: true });
  return undefined;
}

/** The button of the page of a new email. */
function confirmAddress(world: World, link: Link): Expected {
  const { user, email } = link;
  const refused = refuseLink(world, link);
  if (refused) return refused;
  if ((world.owner(email) ?? user) !== user) return 'EMAIL_ALREADY_IN_USE';
  link.used = true;
  world.change(user, { email, verified: true, proved: true });
  after(world, link.session ? 'addressChanged' : 'addressSet', user);
  prolongAddresses(world, user);
  return NOTHING;
}

/** The links of a user about changes of other emails than this one, oldest first. */
const otherChanges = (world: World, user: User, email: string) =>
  world.links.filter(
    (one) => one.about === 'address' && one.user === user && one.email !== email && isKept(world, one),
  );

const hadLaterAddress = (world: World, { user, email, createdAt }: Link) =>
  otherChanges(world, user, email).some((one) => one.createdAt > createdAt);

/** Another account loses the address: it gets its former one back, or is deleted. */
function giveUp(world: World, other: User): void {
  const former = otherChanges(world, other, other.email).at(-1);
  if (former && !world.owner(former.email)) {
    secureLinkOf(world, other);
    world.change(other, { email: former.email, verified: true, proved: former.since !== 0 });
    after(world, 'ownerBack', other);
  } else remove(world, other);
}

/** The links about changes away from this email that still work, oldest first. */
const usableChanges = (world: World, user: User, email: string) =>
  world.links.filter(
    (one) => one.about === 'address' && one.user === user && one.email === email && isUsable(world, one),
  );

/** Why a link that secures the account does nothing. */
function refuseSecuring(world: World, link: Link): string | undefined {
  const { user, email } = link;
  const refused = refuseLink(world, link);
  if (refused && (refused !== 'USER_DISABLED' || !isUsable(world, link))) return refused;
  const foreign = link.about !== 'address' && user.email !== email;
  if (!refused && foreign && usableChanges(world, user, email).length === 0) return 'LINK_EXPIRED';
  if (refused || link.about !== 'address' || user.email !== email || hadLaterAddress(world, link)) return refused;
  const waits = world.links.some((one) => one.user === user && one.purpose === 'confirm_email' && isUsable(world, one));
  return !waits && (link.since === 0 || link.createdAt + DAY <= world.now()) ? 'LINK_EXPIRED' : undefined;
}

/** Brings an email back, ends all access, and removes what was added since the session began, and in the day before. */
function secure(world: World, link: Link): Expected {
  const { user, email } = link;
  const refused = refuseSecuring(world, link);
  if (refused) return refused;
  const first = link.about === 'address' ? link : usableChanges(world, user, email)[0];
  const change = user.email === email ? undefined : first;
  const other = world.owner(email);
  if (change && other && other !== user) {
    if (!other.active) return 'EMAIL_ALREADY_IN_USE';
    giveUp(world, other);
  }
  link.used = true;
  // A thief may have asked an administrator for it.
  world.stopReset(user);
  if (change) world.change(user, { email, verified: true, proved: true });
  const since = Math.min(...[link, change ?? link].map((one) => Math.min(one.since, one.createdAt - DAY)));
  const isNewer = since === 0 || user.passwordSetAt >= since;
  if (user.password !== null && isNewer) world.setPassword(user, null);
  after(world, 'ownerBack', user);
  removeAdded(world, user, since, true);
  secureWork(world, user, since);
  if (change) revokeLater(world, change);
  for (const one of world.links) {
    const same = one.purpose === 'secure_account' && one.user === user && one.email === email;
    if (same && isUsable(world, one)) one.used = true;
  }
  return NOTHING;
}

/** The links of what came after a change of email are void. */
function revokeLater(world: World, { user, email, createdAt }: Link): void {
  for (const one of world.links) {
    if (one.user !== user || one.purpose !== 'secure_account') continue;
    const elsewhere = one.about !== 'address' && one.createdAt === createdAt && one.email !== email;
    if (one.createdAt > createdAt || elsewhere) expireOne(world, one);
  }
  prolongAddresses(world, user);
}

const PRESSED = { confirm_email: confirmAddress, secure_account: secure };
type Pressed = Link & { purpose: keyof typeof PRESSED };

export const hasButton = (link: Link): link is Pressed => link.purpose in PRESSED;

/** Presses the button of the page of an emailed link. */
export const press = (world: World, link: Pressed) =>
  compare(PRESSED[link.purpose](world, link), async () => answerOfRedirect(await world.app.follow(link.text, 'POST')));

const email = fc.option(fc.oneof({ weight: 5, arbitrary: address }, fc.constant('none' as const)), { nil: undefined });
const anyMetadata = fc.option(fc.oneof({ weight: 5, arbitrary: metadata }, fc.constant('{')), { nil: undefined });

export const ADDRESS_STEPS = {
  update: kindOfCaller<{ email?: number | 'none'; metadata?: string; confirmation: Confirmation }>(
    { email, metadata: anyMetadata, confirmation },
    (world, caller, { email, metadata, confirmation }) => {
      const given = email === undefined ? undefined : email === 'none' ? 'nowhere' : world.email(email);
      const body = { email: given, metadata, password: confirm(caller, confirmation) };
      const { expected, links } = update(world, caller, body);
      return compareEmails(world, expected, links, () => world.app.put('/api/auth/user', body, { token: caller.text }));
    },
  ),
  forgetAddress: kindOfCaller({}, (world, caller) => {
    const may = world.mayChange(caller);
    if (may) expire(world, caller.session.user, ['confirm_email']);
    const forget = () => world.app.delete('/api/auth/user/email', { token: caller.text });
    return compare(may ? NOTHING : 'NOT_AUTHENTICATED', forget);
  }),
  press: kind<{ link: number }>({ link: pick }, async (world, step) => {
    const link = fromNewest(keptLinks(world).filter(hasButton), step.link);
    if (link) await press(world, link);
  }),
};
