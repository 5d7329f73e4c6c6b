import { createHash } from 'node:crypto';
import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Batcher, Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { type EventKey, EventLog, type EventType, firstEventIdAt } from '@app/events';
import { RevocationLists, type Revoked } from '@app/tokens';
import { UserQueries } from '@app/users';
import { Injectable } from '@nestjs/common';

/** The events whose `data` names a client or an API key. */
const OF_MACHINES: EventType[] = ['client.changed', 'client.deleted', 'client.secret_deleted', 'api_key.revoked'];

/** The events after which other services refuse access tokens. */
const REVOKING: EventType[] = [
  'session.revoked',
  'session.reuse_detected',
  'user.deleted',
  'user.disabled',
  'user.claims_changed',
  ...OF_MACHINES,
];

/** How much later than the event a token can be dated, in seconds: after changes of claims, or by the clock of another replica. */
const MARGIN_SECONDS = 2;
/** After these events, no more tokens are issued. */
const WITH_MARGIN: EventType[] = ['user.deleted', 'api_key.revoked', 'client.deleted'];

/** What events revoke. Of several times of one user, client or key the latest counts. */
export function toRevoked(events: EventKey[]): Revoked {
  const sessions = new Set<string>();
  const users = new Map<string, number>();
  const clients = new Map<string, number>();
  const keys = new Map<string, number>();
  for (const { type, sessionId, uid, at, data } of events) {
    const until = WITH_MARGIN.includes(type) ? at + MARGIN_SECONDS : at;
    const { client_id: clientId, key_id: keyId, tokens } = OF_MACHINES.includes(type) ? JSON.parse(data) : {};
    if (keyId !== undefined) setLatest(keys, keyId, until);
    else if (clientId !== undefined && tokens === 'revoked') setLatest(clients, clientId, until);
    else if (sessionId !== null) sessions.add(sessionId);
    else if (uid !== null) setLatest(users, uid, until);
  }
  return {
    sessions: [...sessions],
    users: Object.fromEntries(users),
    ...(clients.size > 0 && { clients: Object.fromEntries(clients) }),
    ...(keys.size > 0 && { keys: Object.fromEntries(keys) }),
  };
}

function setLatest(times: Map<string, number>, id: string, at: number): void {
  times.set(id, Math.max(at, times.get(id) ?? 0));
}

const PAGE = 1_000;
/** The most clients that share one read. */
const MAX_BATCH = 1_000;

/**
 * Transactions may commit in another order than the ids of their events, and the clocks of replicas differ: events that
 * are younger than this may still be missing. In milliseconds.
 */
const UNSETTLED_MS = 10_000;

/** How often an unchanged list is signed again, in seconds: the token in a cached copy must not expire. */
const RENEW_SECONDS = 30;

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The position from which a client continues to read the list. */
interface Position {
  /** The list continues after the event with this id. */
  id: string;
  /** Set between two pages of one pass: when the pass began, in milliseconds since the UNIX epoch. */
  startedAt?: number;
}

/** A page of the list, before it is signed. */
interface RevocationPage {
  /** Changes when the content changes. */
  etag: string;
  cursor: string;
  revoked: Revoked;
}

/** The sessions, users, clients and API keys revoked within the life of an access token, for services that verify access tokens themselves. */
@Injectable()
export class RevocationService {
  /**
   * One read at a time, shared by all requests for the same page: the endpoint is public and must not use up the database
   * connections that sign-ins need.
   */
  private readonly reads = new Batcher<string, RevocationPage>((cursors) => this.readEach(cursors), {
    most: MAX_BATCH,
    atOnce: 1,
  });

  constructor(
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly lists: RevocationLists,
    private readonly users: UserQueries,
  ) {}

  /** @throws {ApiError} INVALID_REQUEST for an invalid cursor */
  async page(cursor?: string): Promise<RevocationPage> {
    if (cursor !== undefined && !readCursor(cursor)) {
      throw new ApiError('INVALID_REQUEST', 'after is not a cursor that this list has answered with.');
    }
    return this.reads.do(cursor ?? '');
  }

  private async readEach(cursors: string[]): Promise<RevocationPage[]> {
    const pages = new Map<string, RevocationPage>();
    for (const cursor of new Set(cursors)) pages.set(cursor, await this.read(cursor));
    return cursors.map((cursor) => pages.get(cursor) as RevocationPage);
  }

  private async read(cursor: string): Promise<RevocationPage> {
    const now = this.clock.milliseconds();
    const after = readCursor(cursor) ?? { id: this.oldest(now) };
    const startedAt = Math.min(after.startedAt ?? now, now);
    const found = await this.events.following(this.start(after, now), REVOKING, PAGE + 1);
    const more = found.length > PAGE;
    const events = found.slice(0, PAGE);
    const last = events.at(-1)?.id ?? after.id;
    // The next pass starts before the events that were unsettled at the start of this one: some repeat, none is missed.
    const next = more ? { id: last, startedAt } : { id: earlier(last, firstEventIdAt(startedAt - UNSETTLED_MS)) };
    const revoked = { ...toRevoked(await this.settleClaims(events)), ...(more && { more }), after: cursor };
    return { etag: this.etag(revoked, now), cursor: writeCursor(next), revoked };
  }

  sign({ cursor, revoked }: RevocationPage): { token: string; cursor: string } {
    return { token: this.lists.sign(revoked), cursor };
  }

  /** Skips events that are older than any valid access token. Reads again recent events, in case a clock was set back. */
  private start({ id, startedAt }: Position, now: number): string {
    const oldest = this.oldest(now);
    const from = startedAt === undefined ? earlier(id, firstEventIdAt(now - UNSETTLED_MS)) : id;
    return later(from, oldest);
  }

  /** By the longest life of any access token: `ACCESS_TOKEN_TTL` may have been longer a moment ago. */
  private oldest(now: number): string {
    return firstEventIdAt(now - MAX_ACCESS_TOKEN_TTL * 1_000 - UNSETTLED_MS);
  }

  /**
   * Sets the time of each change of claims to that in the row of the user, which also decides the time of the tokens issued
   * since. That of the event may differ by seconds. The entry of a disabled user covers a token that the newest change has dated ahead.
   */
  private async settleClaims(events: EventKey[]): Promise<EventKey[]> {
    const dated = (type: string) => type === 'user.claims_changed' || type === 'user.disabled';
    const uids = events.flatMap(({ type, uid }) => (dated(type) && uid ? [uid] : []));
    const times = await this.users.claimsChangedAt([...new Set(uids)]);
    return events.map((event) => {
      const changedAt = dated(event.type) ? times.get(event.uid ?? '') : undefined;
      if (changedAt === undefined) return event;
      const isChange = event.type === 'user.claims_changed';
      return { ...event, at: isChange ? changedAt : Math.max(event.at, Math.min(changedAt + 1, event.at + 2)) };
    });
  }

  private etag(revoked: Revoked, now: number): string {
    const content = JSON.stringify([revoked, Math.floor(now / 1_000 / RENEW_SECONDS)]);
    return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  }
}

function later(id: string, other: string): string {
  return id > other ? id : other;
}

function earlier(id: string, other: string): string {
  return id < other ? id : other;
}

/** The format is internal: clients only send the cursor back. */
function writeCursor({ id, startedAt }: Position): string {
  return Buffer.from(JSON.stringify(startedAt === undefined ? [id] : [id, startedAt])).toString('base64url');
}

/** Undefined for a text that is no valid cursor. */
function readCursor(cursor: string): Position | undefined {
  try {
    const [id, startedAt, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const timed = startedAt === undefined || (Number.isSafeInteger(startedAt) && startedAt >= 0);
    if (timed && more.length === 0 && typeof id === 'string' && UUID_V7.test(id)) return { id, startedAt };
  } catch {
    // Not JSON, so not a cursor.
  }
  return undefined;
}
