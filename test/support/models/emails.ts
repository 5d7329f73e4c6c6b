import { linkIn } from '../service/mail-server.js';
import { compare, type Expected } from './expected.js';
import type { Link, Purpose, Session, User } from './state.js';
import type { World } from './world.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const ADDRESS_TTL = 7 * DAY;
const KEPT = 7 * DAY;
const LIFETIMES: Record<Purpose, number> = {
  magic_link: 600,
  email_code: 600,
  reset_password: HOUR,
  verify_email: DAY,
  confirm_email: DAY,
  secure_account: DAY,
};
/** The paths in the emails with a link. */
const PATHS: Partial<Record<Purpose, RegExp>> = {
  confirm_email: /\/user\/email\/confirm\?/,
  secure_account: /\/user\/secure\?/,
};

/** A new link to the user. @param session the session that asks for it */
export function newLink(world: World, purpose: Purpose, user: User, email = user.email, session?: Session): Link {
  const createdAt = world.now();
  const times = { createdAt, expiresAt: createdAt + LIFETIMES[purpose] };
  const link = { purpose, user, email, text: '', tries: 0, used: false, ...times, session };
  const began = { ...link, since: session?.createdAt ?? createdAt };
  world.links.push(began);
  return began;
}

/** A link that secures the account. Those of changed emails have the order of the changes, also in one second. */
export function newSecureLink(world: World, about: 'address' | 'factor', user: User, session?: Session): Link {
  const earlier = world.links.filter((link) => link.about === 'address' && link.user === user);
  const link = newLink(world, 'secure_account', user, user.email, session);
  if (about === 'factor') return Object.assign(link, { about });
  const createdAt = Math.max(world.now(), ...earlier.map((one) => one.createdAt + 1));
  prolongAddresses(world, user, createdAt + ADDRESS_TTL);
  return Object.assign(link, { about, createdAt, expiresAt: createdAt + ADDRESS_TTL });
}

/** No link about a changed email expires before that of a later change. */
export function prolongAddresses(world: World, user: User, expiresAt = world.now() + ADDRESS_TTL): void {
  for (const link of world.links) {
    const usable = link.user === user && link.about === 'address' && isUsable(world, link);
    if (usable) link.expiresAt = Math.max(link.expiresAt, expiresAt);
  }
}

/** Whether the service has the row of a link: it keeps it for a week after the expiry. */
export const isKept = (world: World, { expiresAt }: Link) => expiresAt >= world.now() - KEPT;

/** The links and codes that the service has not removed, without those that no email has. */
export function keptLinks(world: World): Link[] {
  return world.links.filter((link) => isKept(world, link) && (link.text !== '' || link.code));
}

export function isUsable(world: World, { used, expiresAt }: Link): boolean {
  return !used && expiresAt > world.now();
}

/** The failure of a link that cannot be used. */
export function refuseLink(world: World, link: Link): string | undefined {
  if (link.user.deleted) return 'INVALID_LINK';
  if (link.used) return 'LINK_ALREADY_USED';
  if (link.user.active) return isUsable(world, link) ? undefined : 'LINK_EXPIRED';
  return 'USER_DISABLED';
}

/** Sends a request that emails these links, and waits for them. */
export async function compareEmails(
  world: World,
  expected: Expected,
  links: (Link | undefined)[],
  request: Parameters<typeof compare>[1],
): Promise<void> {
  const sent = links
    .filter((link) => link !== undefined)
    .map((link) => ({ link, path: PATHS[link.purpose] as RegExp }));
  const numbers = sent.map(({ link: { email }, path }) => {
    return world.mail.emailsTo(email).filter(({ text }) => path.test(text)).length + 1;
  });
  await compare(expected, request);
  for (const [index, { link, path }] of sent.entries()) {
    link.text = linkIn(await world.mail.emailWith(link.email, path, numbers[index]));
  }
}
