import type { AdminToken, Link, Purpose, Session, User } from './state.js';
import type { World } from './world.js';

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
  if (!needed && !(neededSince(world, user) < since)) removeFactors(world, user, since);
  const identities = world.identitiesOf(user).filter(({ createdAt }) => createdAt >= since);
  for (const identity of identities) identity.removed = true;
  if (identities.length > 0) world.changeFactors(user, decided ? { unlinked: true } : {});
  removeScopes(world, user);
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

/** Takes the admin scopes away, with the tokens that the user has made. */
export function removeScopes(world: World, user: User): void {
  if (user.scopes.length === 0) return;
  world.change(user, { scopes: [] });
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
    removeScopes(world, user);
    after(world, 'scopesChanged', user);
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
