import { Answer, expectFailure } from '../http/http.js';
import { linkIn } from '../service/mail.js';
import type { AdminToken, Link, Purpose, Session, User, World } from './world.js';

type Learn = (json: Answer['json']) => void;

/** The expected answer: the code of a failure, or the fields of a success, and what the model learns from them. */
export type Expected = string | { fails: string; learn?: Learn } | { fields: Record<string, unknown>; learn?: Learn };

/** The success of a request that answers nothing. */
export const NOTHING: Expected = { fields: {} };

/** Sends a request, and compares its answer with the expected one. */
export async function compare(expected: Expected, request: () => Promise<Answer>): Promise<void> {
  const answer = await request();
  if (typeof expected === 'string') return expectFailure(answer, expected);
  if ('fails' in expected) {
    expectFailure(answer, expected.fails);
    return expected.learn?.(answer.json);
  }
  const { fields, learn } = expected;
  const body = answer.text && answer.json;
  expect({ status: answer.status, body }).toEqual({ status: 200, body: Object.keys(fields).length ? fields : '' });
  learn?.(body);
}

/** The same where only the status and some fields matter. */
export const some = (fields: Record<string, unknown>) => expect.objectContaining(fields);

/** The parameters of a redirect as an answer: tokens, an error, or nothing. */
export function answerOfRedirect(answer: Answer): Answer {
  if (answer.status !== 302) return answer;
  const query = Object.fromEntries(new URL(answer.location).searchParams);
  const { uid, at, rt, exp, error, message, mfa_token, methods } = query;
  if (error) {
    const first = mfa_token && { mfa_token, methods: methods?.split(','), expiry: Number(exp) };
    return new Answer(400, answer.headers, JSON.stringify({ code: error, message, ...(first || {}) }));
  }
  const tokens = { uid, access_token: at, refresh_token: rt, expiry: Number(exp) };
  return new Answer(200, answer.headers, uid === undefined ? '' : JSON.stringify(tokens));
}

const DAY = 86_400;

/** What an event ends. Sign-ins under way end in all of them: magic links, email codes, first steps, challenges. */
interface Ends {
  /** `weak`: of one factor; `provider`: that the provider has vouched for, but not the one in which it happens. */
  sessions: 'all' | 'others' | 'none' | 'weak' | 'provider';
  resets: boolean;
  verifications: boolean;
  /** Also the links that secure the account: a thief has not caused the event. */
  undos?: boolean;
  /** The admin tokens that the user has made: a thief may have made them. */
  tokens?: boolean;
  /** A person who logs out may still click on the link of the new email. Access tokens stay usable. */
  loggedOut?: boolean;
  /** An outsider can cause it: no sign-in ends but those by the provider. */
  byProvider?: boolean;
}

const ALL: Ends = { sessions: 'all', resets: true, verifications: true };

const THEFT: Ends = { ...ALL, tokens: true };

/** Written from the rules of the service, and not from its code, so that a wrong line of its table is found. */
const EVENTS = {
  passwordChanged: { sessions: 'others', resets: true, verifications: false },
  passwordSet: ALL,
  addressSet: { ...ALL, undos: true },
  addressChanged: { ...ALL, sessions: 'none' },
  ownerBack: THEFT,
  disabled: { ...ALL, undos: true },
  sessionsEnded: ALL,
  factorsReset: ALL,
  loggedOut: { sessions: 'all', resets: false, verifications: false, loggedOut: true },
  factorsChanged: { sessions: 'others', resets: false, verifications: false },
  factorAdded: { sessions: 'none', resets: false, verifications: false },
  scopesChanged: { sessions: 'all', resets: true, verifications: false },
  factorRequired: { sessions: 'weak', resets: false, verifications: false },
  identityUnlinked: { sessions: 'provider', resets: false, verifications: false },
  loggedOutAtProvider: { sessions: 'provider', resets: false, verifications: false, byProvider: true },
} satisfies Record<string, Ends>;
type Event = keyof typeof EVENTS;

/** Ends the access of a user that an event makes invalid. @param keep the session in which it happens */
export function after(world: World, event: Event, user: User, keep?: Session): void {
  const { sessions, resets, verifications, undos, tokens, loggedOut, byProvider }: Ends = EVENTS[event];
  const kept = sessions === 'others' || sessions === 'provider' ? lineage(keep) : [];
  const selects = (session: Session) =>
    ({ all: true, others: true, none: false, weak: !session.strong, provider: session.byProvider })[sessions];
  endSessions(world, (one) => one.user === user && !kept.includes(one) && selects(one), !loggedOut);
  if (!byProvider) world.endSignIns(user);
  if (!loggedOut) expire(world, user, ['confirm_email']);
  if (resets) expire(world, user, ['reset_password']);
  if (verifications) expire(world, user, ['verify_email']);
  if (undos) expire(world, user, ['secure_account']);
  if (tokens) revokeTokensOf(world, user);
}

/** Ends one session with what began in it, and a new email that waits, whatever session has asked for it: it outlives a logout only. */
export function endOne(world: World, one: Session, how: 'ended' | 'loggedOut'): void {
  endSessions(world, (session) => session === one, how !== 'loggedOut');
  if (how === 'ended') expire(world, one.user, ['confirm_email']);
}

/** Deletes a user. */
export function remove(world: World, user: User): void {
  user.deleted = true;
  endSessions(world, (session) => session.user === user, false);
  for (const identity of world.identitiesOf(user)) identity.removed = true;
  revokeTokensOf(world, user);
}

export function expire(world: World, user: User, purposes: Purpose[]): void {
  for (const link of world.links) {
    if (link.user === user && purposes.includes(link.purpose)) expireOne(world, link);
  }
}

export function expireOne(world: World, link: Link): void {
  if (!link.used) link.expiresAt = Math.min(link.expiresAt, world.now());
}

/**
 * Removes what was added at a time or later, and the admin scopes. Factors stay where sign-ins needed one at that time.
 * @param decided whether the owner has decided so: then no identity of the provider comes back by its address alone
 */
export function removeAdded(world: World, user: User, since: number, decided = false): void {
  const { mfaEnabledAt, mfaDisabledAt } = user;
  const needed = mfaEnabledAt < since && mfaDisabledAt >= since;
  const keepsFactors = needed || neededSince(world, user) < since;
  if (!keepsFactors) removeFactors(world, user, since);
  const identities = world.identitiesOf(user).filter(({ createdAt }) => createdAt >= since);
  for (const identity of identities) identity.removed = true;
  if (identities.length > 0) world.changeFactors(user, decided ? { unlinked: true } : {});
  removeScopes(world, user, keepsFactors);
}

/** Since when sign-ins have needed a factor, with pauses of a day at most; never: infinite. */
function neededSince(world: World, user: User): number {
  const { mfaEnabledAt, mfaDisabledAt } = user;
  const apps = world.totpOf(user).map(({ confirmedAt }) => confirmedAt ?? 0);
  const added = [...apps, ...world.passkeysOf(user).map(({ createdAt }) => createdAt)];
  const from = (time: number) => (mfaDisabledAt > time - DAY ? Math.min(mfaEnabledAt, time) : time);
  const demanded = world.isDemanded(user) ? added.map(from) : [];
  return Math.min(...demanded, user.mfaEnabled ? mfaEnabledAt : Number.POSITIVE_INFINITY);
}

/** To be called before a factor is removed: what sign-ins have needed until now counts after it, too. */
export function noteNeed(world: World, user: User): void {
  const since = neededSince(world, user);
  if (since === Number.POSITIVE_INFINITY) return;
  user.mfaEnabledAt = since;
  if (!user.mfaEnabled) user.mfaDisabledAt = world.now();
}

function removeFactors(world: World, user: User, since: number): void {
  const apps = world.totpOf(user).filter(({ confirmedAt }) => (confirmedAt ?? 0) >= since);
  const added = [...apps, ...world.passkeysOf(user).filter(({ createdAt }) => createdAt >= since)];
  const codes = user.recoveryCodes.filter(({ madeAt }) => madeAt < since);
  const removed = added.length + user.recoveryCodes.length - codes.length > 0;
  for (const factor of added) factor.removed = true;
  user.recoveryCodes = codes;
  if (user.mfaEnabled) world.changeFactors(user, { mfaEnabled: false, recoveryCodes: [] });
  user.mfaDisabledAt = 0;
  if (removed) world.changeFactors(user);
}

/** To be called before the last demand on a user ends: sign-ins go on asking for a factor that is there. */
export function keepAsking(world: World, user: User): void {
  if (neededSince(world, user) === Number.POSITIVE_INFINITY) return;
  noteNeed(world, user);
  if (!user.mfaEnabled) world.changeFactors(user, { mfaEnabled: true });
}

/** Takes the admin scopes away, with the tokens that the user has made, and the access that ends with scopes. */
export function removeScopes(world: World, user: User, keepsFactor: boolean): void {
  if (user.scopes.length === 0) return;
  if (keepsFactor && !user.required) keepAsking(world, user);
  world.change(user, { scopes: [] });
  after(world, 'scopesChanged', user);
  revokeTokensOf(world, user);
}

/** Admin tokens end for good when their maker loses a right, with those that they have made. */
export function revokeTokensOf(world: World, maker: object): void {
  for (const token of world.adminTokens.filter((token) => token.maker === maker && !token.revoked)) {
    token.revoked = true;
    revokeTokensOf(world, token);
  }
}

/**
 * The proof of an email by a person who reads the mailbox.
 * @param byOwner whether the person has also shown a factor
 * @param byAdministrator whether the link is one of an administrator: then factors stay
 */
export function proveAddress(world: World, user: User, byOwner: boolean, byAdministrator = false): void {
  if (user.proved) return;
  const proved = { verified: true, claimed: false, proved: true };
  world.change(user, proved);
  if (byOwner) return;
  world.setPassword(user, null);
  after(world, byAdministrator ? 'passwordSet' : 'ownerBack', user);
  if (!byAdministrator) removeAdded(world, user, 0);
}

/** A session, and the one that it lives in. */
const lineage = (session?: Session): Session[] => (session ? [session, ...lineage(session.parent)] : []);

/** Ends sessions with what lives in them. */
function endSessions(world: World, which: (session: Session) => boolean, stale: boolean): void {
  for (const session of world.sessions.filter((one) => lineage(one).some(which))) {
    session.ended = true;
    session.stale ||= stale;
    for (const challenge of world.challenges) if (challenge.session === session) challenge.revoked = true;
    for (const console of world.consoles) if (console.session === session) console.ended = true;
  }
}

/** Who has worked for a thief, and since when: the tokens of what was stolen, and the users to whom these have given scopes. */
export function workersOf(world: World, stolen: AdminToken | User, from: number): Map<unknown, number> {
  const workers = new Map<unknown, number>([[stolen, from]]);
  for (const [worker, since] of workers) {
    const made = world.adminTokens.filter(({ maker, createdAt }) => maker === worker && createdAt >= since);
    for (const token of made) workers.set(token, 0);
    const given = world.users.filter((user) => user.scopesBy?.token === worker && !user.deleted);
    for (const user of given.filter(
      (one) => one.scopes.length > 0 || ('taken' in stolen && stolen.taken.includes(one)),
    ))
      if (!workers.has(user)) workers.set(user, user.scopesBy?.since ?? 0);
  }
  return workers;
}

/** An administrator who secures the account takes along what was made with it in that time. */
export function secureWork(world: World, user: User, since: number): void {
  takeAlong(world, workersOf(world, user, since));
}

/** Takes what the workers of a thief have made. */
export function takeAlong(world: World, workers: Map<unknown, number>, token?: AdminToken): Record<string, string[]> {
  const taken = { clients: [], webhooks: [], providers: [], users: [], scopes: [] } as Record<string, string[]>;
  for (const user of world.users.filter((one) => workers.has(one))) {
    revokeTokensOf(world, user);
    if (user.scopes.length === 0) continue;
    removeScopes(world, user, true);
    token?.taken.push(user);
    taken.scopes?.push(user.uid);
  }
  for (const thing of world.things.filter(
    ({ active, maker, createdAt }) => active && createdAt >= (workers.get(maker) ?? Infinity),
  )) {
    thing.active = false;
    taken[thing.kind]?.push(thing.id);
  }
  for (const user of world.users.filter(
    ({ active, deleted, maker }) => active && !deleted && maker && workers.has(maker),
  )) {
    world.change(user, { active: false });
    revokeTokensOf(world, user);
    after(world, 'disabled', user);
    taken.users?.push(user.uid);
  }
  return taken;
}

const HOUR = 3_600;
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
