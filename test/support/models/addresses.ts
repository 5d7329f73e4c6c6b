import fc from 'fast-check';
import { type Confirmation, confirm, confirmation, metadata, refuseUnconfirmed } from './accounts.js';
import { compareEmails, isKept, isUsable, keptLinks, newLink, prolongUndo, refuseLink } from './emails.js';
import { after, expire, expireOne, remove, removeEarlier } from './ends.js';
import { answerOfRedirect, compare, type Expected, NOTHING } from './expected.js';
import type { AccessToken, Link, Session, User } from './state.js';
import { address, fromNewest, isAddress, kind, kindOfCaller, normal, pick, type World } from './world.js';

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
  const waits = moves && world.hasFactor(user);
  const links = !moves ? [] : waits ? [askMailbox(world, user, email, session), undoOf(world, user, session)] : [];
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
function undoOf(world: World, user: User, session?: Session): Link | undefined {
  if (!user.proved && (!user.verified || user.claimed)) return undefined;
  const link = newLink(world, 'undo_email_change', user, user.email, session);
  return Object.assign(link, user.proved ? {} : { since: 0 });
}

function move(world: World, user: User, email: string, session: Session): Link | undefined {
  after(world, 'addressChanged', user);
  const link = undoOf(world, user, session);
  world.change(user, { email, verified: false, proved: false });
  return link;
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
  prolongUndo(world, user);
  return NOTHING;
}

/** Whether the password of a user is younger than the session whose changes are undone. */
const isNewer = (link: Link) =>
  link.user.password !== null && (link.since === 0 || link.passwordVersion !== link.user.passwordVersion);

/** The undo links of a user for other emails than this one, oldest first. */
const otherUndos = (world: World, user: User, email: string) =>
  world.links.filter(
    (one) => one.purpose === 'undo_email_change' && one.user === user && one.email !== email && isKept(world, one),
  );

const hadLaterAddress = (world: World, { user, email, createdAt }: Link) =>
  otherUndos(world, user, email).some((one) => one.createdAt > createdAt);

/** Another account loses the address: it gets its former one back, or is deleted. */
function giveUp(world: World, other: User): void {
  const former = otherUndos(world, other, other.email).at(-1);
  if (former && !world.owner(former.email)) {
    undoOf(world, other);
    world.change(other, { email: former.email, verified: true, proved: former.since !== 0 });
    after(world, 'undone', other);
  } else remove(world, other);
}

/** Restores an email, or stops a new one, and removes what was added since the session began, and in the day before. */
function undoAddress(world: World, link: Link): Expected {
  const { user, email } = link;
  const refused = refuseLink(world, link);
  if (refused && refused !== 'USER_DISABLED') return refused;
  const waits = world.links.some((one) => one.user === user && one.purpose === 'confirm_email' && isUsable(world, one));
  const moved = user.email !== email || hadLaterAddress(world, link);
  if (isUsable(world, link) && !moved && !waits) return 'LINK_EXPIRED';
  if (refused) return refused;
  const other = world.owner(email);
  if (other && other !== user) {
    if (!other.active) return 'EMAIL_ALREADY_IN_USE';
    giveUp(world, other);
  }
  link.used = true;
  if (user.email !== email) world.change(user, { email, verified: true, proved: true });
  if (isNewer(link)) world.setPassword(user, null);
  after(world, 'undone', user);
  removeEarlier(world, user, Math.min(link.since, link.createdAt - DAY));
  for (const one of world.links) {
    const undoes = one.purpose === 'undo_email_change' || one.purpose === 'undo_factors';
    const later = undoes && one.createdAt > link.createdAt;
    const elsewhere = one.purpose === 'undo_factors' && one.createdAt === link.createdAt && one.email !== email;
    if (one.user === user && (later || elsewhere)) expireOne(world, one);
  }
  prolongUndo(world, user);
  return NOTHING;
}

/** Removes a new factor with what was added since the session of its addition began. */
function undoFactors(world: World, link: Link): Expected {
  const { user } = link;
  const refused = refuseLink(world, link);
  if (refused) return refused;
  link.used = true;
  if (isNewer(link)) world.setPassword(user, null);
  after(world, 'undone', user);
  removeEarlier(world, user, link.since, true);
  return NOTHING;
}

const PRESSED = { confirm_email: confirmAddress, undo_email_change: undoAddress, undo_factors: undoFactors };
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
