import { Env } from '@app/config';
import { Clock, Database, type KeyLookup, newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import {
  type Admitted,
  type Authentication,
  livingSessions,
  type RequestClient,
  Session,
  type SessionOwner,
  type ShownProof,
} from './session.entity.js';
import type { SessionKey } from './session-revoker.js';

/**
 * The generations before the last two of a session that were replaced a short time ago, as the text `<first>-<last>:<epoch second> …`:
 * one entry for each second, so that the length of the text depends on the time alone. A single generation is written without a dash.
 */
type Replaced = [first: number, last: number, at: number];

/**
 * Adds a generation that was replaced at a time, and forgets those that were replaced before `since`. Where the clock of one process is
 * behind that of another one, the later time counts.
 */
export function addReplaced(text: string | null, generation: number, at: number, since: number): string | null {
  const kept = textsOf(text).filter((entry) => timeOf(entry) >= since);
  const last = kept.at(-1);
  if (last === undefined && at < since) return null;
  if (last === undefined || timeOf(last) < at) return [...kept, `${generation}:${at}`].join(' ');
  const [first, , time] = entryOf(last);
  return [...kept.slice(0, -1), `${first}-${generation}:${time}`].join(' ');
}

/** When a generation was replaced; undefined when this is not known any more. */
export function timeOfReplacement(text: string | null, generation: number): number | undefined {
  return textsOf(text)
    .map(entryOf)
    .find(([first, last]) => first <= generation && generation <= last)?.[2];
}

function textsOf(text: string | null): string[] {
  return text ? text.split(' ') : [];
}

function timeOf(entry: string): number {
  return Number(entry.slice(entry.indexOf(':') + 1));
}

function entryOf(entry: string): Replaced {
  const [range = '', at] = entry.split(':');
  const [first, last = first] = range.split('-');
  return [Number(first), Number(last), Number(at)];
}

const USER_AGENT_LENGTH = 255;

/** What no session has before its first use. */
const UNUSED = { generation: 0, replacedGenerations: null, usedWithinAt: 0, shownHere: null };

const ROTATE = `UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?, replaced_generations = ?
  WHERE session_id = ? AND uid = ? AND generation = ? AND claims_changed_at = ? AND ended_at IS NULL AND expires_at > ?`;

/** The use of a session that lives in the one of the row. The time of the newest refresh stays: it begins a grace period. */
const USE_WITHIN = `UPDATE sessions SET used_within_at = ?, expires_at = CASE WHEN expires_at < ? THEN ? ELSE expires_at END
  WHERE session_id = ? AND ended_at IS NULL AND expires_at > ?`;

/** How often such a use is written. */
const USE_PRECISION_SECONDS = 3_600;

/** Changes nothing, but waits for a transaction that has locked the row. */
const CONFIRM = `UPDATE sessions SET generation = generation
  WHERE session_id = ? AND claims_changed_at = ? AND ended_at IS NULL`;

/** The rows of sessions: opening and refreshing them, and what is proved in them after the sign-in. */
@Injectable()
export class SessionStore {
  private readonly byId: KeyLookup<Session>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {
    this.byId = database.keyLookup(Session, 'sessionId');
  }

  /** The user must be locked. */
  async open(owner: Admitted<SessionOwner>, how: Authentication, client: RequestClient): Promise<Admitted<Session>> {
    this.database.requireTransaction();
    const { method, amr, acr, idp = null, idpSid = null, impersonator, maxTtl = 0 } = how;
    const now = this.clock.now();
    const { factor, createdAt = now, factorDueAt = null, parentId = null, deviceId = null } = how;
    const authTime = impersonator ? 0 : (how.authTime ?? now);
    const session = {
      sessionId: newId(),
      uid: owner.uid,
      ...UNUSED,
      method,
      ip: client.ip,
      userAgent: client.userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt,
      lastUsedAt: now,
      expiresAt: this.expiryOf({ createdAt, maxTtl }, impersonator?.until),
      endedAt: null,
      endReason: null,
      authTime,
      factorTime: factor === undefined ? (acr === 'aal2' ? authTime : 0) : now,
      earlierFactor: factor === 'earlier',
      factorDueAt,
      parentId,
      consoleHash: impersonator?.consoleHash ?? null,
      maxTtl,
      amr: amr.join(' '),
      acr,
      idp,
      idpSid,
      deviceId,
      claims: owner.claims,
      claimsChangedAt: owner.claimsChangedAt,
      impersonator: impersonator?.actor ?? null,
      actName: impersonator?.name ?? null,
    };
    await this.database.insert(Session, [session]);
    return session as Admitted<typeof session>;
  }

  /**
   * Opens a session in another one, with what was proved there and since when, so that both have the same longest life. Nothing was
   * shown in it. The user must be locked.
   */
  async openWithin(parent: Admitted<Session>, { ip, userAgent }: RequestClient): Promise<Admitted<Session>> {
    this.database.requireTransaction();
    const session = {
      ...parent,
      sessionId: newId(),
      ...UNUSED,
      parentId: parent.sessionId,
      ip,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
      lastUsedAt: this.clock.now(),
      expiresAt: this.expiryOf(parent),
    };
    await this.database.insert(Session, [session]);
    return session;
  }

  /** A session of a user, ended or not, while its row exists. */
  async find(sessionId: string, uid: string): Promise<Session | undefined> {
    const session = await this.byId.find(sessionId);
    return session?.uid === uid ? session : undefined;
  }

  /**
   * A session, and those that it lives in: the one in which it began, the one in which that began, and so on. Undefined when a row of
   * them is gone. Costs one read for each session that it lives in, and none for a sign-in.
   * @param read one of them that was just read
   */
  async lineage(session: Session, read?: Session): Promise<Session[] | undefined> {
    const found = [session];
    for (let { parentId } = session; parentId !== null; ) {
      const host = read?.sessionId === parentId ? read : await this.byId.find(parentId);
      if (host === null) return undefined;
      found.push(host);
      parentId = host.parentId;
    }
    return found;
  }

  /** Whether a session can be refreshed: it has neither ended nor expired, and nothing that it lives in has. */
  async isAlive(session: Session): Promise<boolean> {
    return (await this.livingLineage(session)) !== undefined;
  }

  /** The lineage of a session that can be refreshed; undefined for any other. */
  async livingLineage(session: Session, read?: Session): Promise<Session[] | undefined> {
    if (!this.isOpen(session)) return undefined;
    const lineage = await this.lineage(session, read);
    return lineage?.every((each) => this.isOpen(each)) ? lineage : undefined;
  }

  /** Whether a session by itself has neither ended nor expired. */
  isOpen(session: Session): boolean {
    const { endedAt, expiresAt } = session;
    // The setting may be lower than at the sign-in.
    return endedAt === null && Math.min(expiresAt, this.expiryOf(session)) > this.clock.now();
  }

  /**
   * A use of a session is one of all that it lives in: they do not expire before it. Their own refresh tokens stay as they are. Returns
   * until when all of them live, in epoch seconds: no access token may outlive that, since a mere expiry is on no list of revocations.
   * @param hosts what the session lives in
   */
  async useWithin(hosts: Session[]): Promise<number> {
    const now = this.clock.now();
    let until = Number.POSITIVE_INFINITY;
    for (const host of hosts) {
      until = Math.min(until, Math.max(host.expiresAt, this.expiryOf(host)));
      const isNew = now - lastUseOf(host) < USE_PRECISION_SECONDS;
      if (isNew && host.expiresAt >= this.expiryOf(host)) continue;
      // Longer than needed, so that the next uses have nothing to write.
      const expiresAt = this.expiryOf(host, now + this.env.refreshTokenTtl + USE_PRECISION_SECONDS);
      await this.database.recordUse(USE_WITHIN, [now, expiresAt, expiresAt, host.sessionId, now]);
    }
    return until;
  }

  /**
   * Moves a session to its next generation, in one conditional update: of several parallel requests with the same generation,
   * only one succeeds. Undefined when the session was rotated by another request, has other claims, has ended or expired.
   * @param inCookie whether each generation that is replaced has a grace period, and not only the one before the newest
   */
  async rotate(session: Admitted<Session>, inCookie: boolean): Promise<Admitted<Session> | undefined> {
    const { sessionId, uid, generation, claimsChangedAt, lastUsedAt } = session;
    const now = this.clock.now();
    const expiresAt = this.expiryOf(session);
    const since = now - this.env.refreshGrace;
    // The generation that is replaced now is the one before the newest from now on.
    const keeps = inCookie && generation > 0;
    const replaced = keeps ? addReplaced(session.replacedGenerations, generation - 1, lastUsedAt, since) : null;
    const values = [now, expiresAt, replaced, sessionId, uid, generation, claimsChangedAt, now];
    const changed = await this.database.change(ROTATE, values);
    return changed === 1 ? { ...session, generation: generation + 1, expiresAt, lastUsedAt: now } : undefined;
  }

  /**
   * Whether a session is still open and has these claims, after all changes of it that are under way. Its generation may have
   * moved on: another tab refreshes at the same moment.
   */
  async confirm({ sessionId, claimsChangedAt }: Session): Promise<boolean> {
    return (await this.database.change(CONFIRM, [sessionId, claimsChangedAt])) === 1;
  }

  /**
   * Records a new proof in a session, where it is shown. The `amr` grows, and a second factor makes the session `aal2`. The user must
   * be locked.
   * Undefined when the session has ended.
   * @param factorSince since when the user has the second factor that was shown, in epoch seconds; left out for another proof
   */
  async prove(
    { uid, sessionId }: SessionKey,
    amr: readonly string[],
    factorSince?: number,
  ): Promise<Session | undefined> {
    this.database.requireTransaction();
    const before = await this.find(sessionId, uid);
    if (!before || !(await this.isAlive(before))) return undefined;
    const now = this.clock.now();
    const shownHere: ShownProof = factorSince === undefined ? (before.shownHere ?? 'proof') : 'factor';
    const values = { amr: joinAmr(before.amr, amr), authTime: now, shownHere };
    const factor = { acr: 'aal2' as const, factorTime: now, earlierFactor: (factorSince ?? 0) < before.createdAt };
    const proof = factorSince === undefined ? values : { ...values, ...factor };
    const living = { ...livingSessions(uid, now), sessionId };
    const { affected } = await this.database.repo(Session).update(living, proof);
    return affected === 1 ? { ...before, ...proof } : undefined;
  }

  /**
   * Makes a session one of a single factor, whose next refreshes check whether its user must have a second one. Returns it as it is
   * then: `aal2` still, if a factor is shown at the same time.
   */
  async weaken(session: Session): Promise<Session> {
    const { sessionId, uid, factorTime } = session;
    const amr = session.amr.split(' ').filter((method) => method !== 'mfa');
    const values = { acr: 'aal1' as const, amr: amr.join(' '), factorTime: 0, factorDueAt: this.clock.now() };
    const { affected } = await this.database.repo(Session).update({ sessionId, factorTime }, values);
    return affected === 1 ? { ...session, ...values } : ((await this.find(sessionId, uid)) ?? session);
  }

  /** When a session that is used now expires. */
  private expiryOf(
    session: Pick<Session, 'createdAt' | 'maxTtl'>,
    wanted = this.clock.now() + this.env.refreshTokenTtl,
  ): number {
    return Math.min(wanted, longestLife(session, this.env));
  }
}

/** When a session was last used, or one that lives in it. */
export function lastUseOf({ lastUsedAt, usedWithinAt }: Pick<Session, 'lastUsedAt' | 'usedWithinAt'>): number {
  return Math.max(lastUsedAt, usedWithinAt);
}

/** When a session ends however often it is refreshed, in epoch seconds: by the settings, or sooner by its provider. */
export function longestLife({ createdAt, maxTtl }: Pick<Session, 'createdAt' | 'maxTtl'>, env: Env): number {
  const limits = [maxTtl, env.sessionMaxTtl].filter((seconds) => seconds > 0);
  return createdAt + Math.min(Number.POSITIVE_INFINITY, ...limits);
}

/**
 * When a proof, or a second factor, was last shown in a session itself, in epoch seconds; 0 if it has at most the copies of those of
 * another session. The claims of its tokens have the copies, too.
 */
export function shownAt(session: Session, byFactor: boolean): number {
  const { parentId, shownHere, authTime, factorTime } = session;
  const isOwn = parentId === null || (byFactor ? shownHere === 'factor' : shownHere !== null);
  return isOwn ? (byFactor ? factorTime : authTime) : 0;
}

/** The time of the weaker proof that the `acr` of a session claims, in epoch seconds. */
export function provedAt({ acr, authTime, factorTime }: Pick<Session, 'acr' | 'authTime' | 'factorTime'>): number {
  return acr === 'aal2' ? factorTime : authTime;
}

/** Both lists, each value once, separated by blanks. */
function joinAmr(before: string, added: readonly string[]): string {
  return [...new Set([...before.split(' '), ...added])].filter((value) => value !== '').join(' ');
}
