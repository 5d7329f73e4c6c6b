import { createHash } from 'node:crypto';
import { Env } from '@app/config';
import { Clock, Together } from '@app/database';
import { ApiError } from '@app/errors';
import { type EventKey, EventLog, type EventType, idAt } from '@app/events';
import { RevocationLists, type Revoked } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { type Position, readCursor, writeCursor } from './revocation-cursor.js';

const TYPES: EventType[] = ['session.revoked', 'session.reuse_detected', 'user.deleted', 'user.disabled'];
const PAGE = 1_000;
/** The most readers who are answered together. */
const WAITING = 1_000;

/**
 * Transactions are committed in another order than their events were numbered in, by clocks that differ: what is younger
 * than this may still come. In milliseconds.
 */
const UNSETTLED_MS = 10_000;

/** A refresh that overtook the deletion of its user may have issued a token after it, in seconds. */
const OVERTAKEN_SECONDS = 5;

/** How often a list is signed anew that tells the same, in seconds: a copy that is kept must not outlive its token. */
const RENEWED_SECONDS = 30;

/** A page of the list, before it is signed. */
export interface RevocationPage {
  /** Differs where what it tells does. */
  etag: string;
  cursor: string;
  revoked: Revoked;
}

/** Who has been signed out within the life of an access token: for services that verify such tokens by themselves. */
@Injectable()
export class RevocationService {
  /**
   * One read at a time, shared by all who ask for the same meanwhile: anybody may ask, and must not take the connections of
   * those who sign in.
   */
  private readonly reads = new Together<string, RevocationPage>((cursors) => this.readEach(cursors), {
    most: WAITING,
    atOnce: 1,
  });

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly lists: RevocationLists,
  ) {}

  /** @throws {ApiError} INVALID_REQUEST for a cursor that is none of ours */
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
    const begun = Math.min(after.begun ?? now, now);
    const found = await this.events.following(this.start(after, now), TYPES, PAGE + 1);
    const more = found.length > PAGE;
    const events = found.slice(0, PAGE);
    const last = events.at(-1)?.id ?? after.id;
    // Whoever has read all goes back to what was settled when they began: some of it comes twice, and nothing is missed.
    const next = more ? { id: last, begun } : { id: earlier(last, idAt(begun - UNSETTLED_MS)) };
    const revoked = { ...toRevoked(events), ...(more && { more }) };
    return { etag: this.etag(revoked, now), cursor: writeCursor(next), revoked };
  }

  sign({ cursor, revoked }: RevocationPage): { token: string; cursor: string } {
    return { token: this.lists.sign(revoked), cursor };
  }

  /** Nothing older than the tokens that it could be about; and nothing is skipped because a clock was set back. */
  private start({ id, begun }: Position, now: number): string {
    const oldest = this.oldest(now);
    const from = begun === undefined ? earlier(id, idAt(now - UNSETTLED_MS)) : id;
    return later(from, oldest);
  }

  private oldest(now: number): string {
    return idAt(now - this.env.accessTokenTtl * 1_000 - UNSETTLED_MS);
  }

  private etag(revoked: Revoked, now: number): string {
    const content = JSON.stringify([revoked, Math.floor(now / 1_000 / RENEWED_SECONDS)]);
    return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  }
}

function toRevoked(events: EventKey[]): Revoked {
  const sessions = new Set<string>();
  const users = new Map<string, number>();
  for (const { type, sessionId, uid, at } of events) {
    const until = type === 'user.deleted' ? at + OVERTAKEN_SECONDS : at;
    if (sessionId !== null) sessions.add(sessionId);
    else if (uid !== null) users.set(uid, Math.max(until, users.get(uid) ?? 0));
  }
  return { sessions: [...sessions], users: Object.fromEntries(users) };
}

function later(id: string, other: string): string {
  return id > other ? id : other;
}

function earlier(id: string, other: string): string {
  return id < other ? id : other;
}
