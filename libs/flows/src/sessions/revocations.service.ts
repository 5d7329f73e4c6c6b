import { createHash } from 'node:crypto';
import { MAX_ACCESS_TOKEN_TTL } from '@app/config';
import { Batcher, Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { type EventKey, EventLog, firstEventIdAt } from '@app/events';
import { RevocationLists, type Revoked } from '@app/tokens';
import { UserQueries } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Position, readCursor, writeCursor } from './revocation-cursor.js';
import { REVOKING, toRevoked } from './revoked-entries.js';

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

/** A page of the list, before it is signed. */
export interface RevocationPage {
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
   * since. That of the event may be a second later.
   */
  private async settleClaims(events: EventKey[]): Promise<EventKey[]> {
    const changes = events.flatMap(({ type, uid }) => (type === 'user.claims_changed' && uid ? [uid] : []));
    const times = await this.users.claimsChangedAt([...new Set(changes)]);
    return events.map((event) => {
      const at = event.type === 'user.claims_changed' ? times.get(event.uid ?? '') : undefined;
      return at === undefined ? event : { ...event, at };
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
