import {
  bySize,
  type Clock,
  type Database,
  MOST_ITEMS,
  padded,
  type Row,
  type Statement,
  Together,
} from '@app/database';
import type { Session } from './session.entity.js';

/** One waits for the disk while the next one is on its way: more of them would only be smaller. */
const TRANSACTIONS = 2;
/** A session that somebody else holds, in milliseconds: the others do not wait for it any longer. */
const PATIENCE_MS = 100;

export const USER_IS_ACTIVE = 'EXISTS (SELECT 1 FROM users WHERE users.uid = sessions.uid AND users.active = 1)';
const MOVE = 'UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?';
const WHICH = '(session_id = ? AND uid = ? AND generation = ?)';
const MAY_MOVE = `expires_at > ? AND ${USER_IS_ACTIVE}`;
const MOVE_ONE = `${MOVE} WHERE ${WHICH} AND ${MAY_MOVE}`;

/** Statements for so many sessions: to find those that may be moved on, and to do so. */
const FIND = bySize((size) => `SELECT session_id FROM sessions WHERE (${list(WHICH, size, ' OR ')}) AND ${MAY_MOVE}`);
const MOVE_FOUND = bySize((size) => `${MOVE} WHERE session_id IN (${list('?', size, ', ')})`);

/** Which session is to be moved on, and from which generation. */
export type Move = Pick<Session, 'sessionId' | 'uid' | 'generation'>;

/** Until when a session lives that was moved on; undefined for one that was not. */
export type Moved = Pick<Session, 'expiresAt'> | undefined;

/**
 * Moves sessions on to their next generations, each under the condition that it stands at the one that is named. What is
 * asked for at the same time is done in one transaction: to make it last is most of what a refresh costs. Each session is
 * judged and answered by itself; one that cannot be moved, or that somebody else holds, is tried again alone, and holds up
 * no other.
 */
export class SessionMoves {
  private readonly shared = new Together<Move, Moved>((moves) => this.moveEach(moves), {
    most: MOST_ITEMS,
    atOnce: TRANSACTIONS,
  });

  /** @param ttl how many seconds a session lives on */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ttl: number,
  ) {}

  /** To be called outside of any transaction. */
  move(move: Move): Promise<Moved> {
    return this.shared.do(move);
  }

  private async moveEach(moves: Move[]): Promise<(Moved | Promise<Moved>)[]> {
    const [first] = moves;
    if (first && moves.length === 1) {
      const moved = this.moveOne(first);
      await settledSoon(moved);
      return [moved];
    }
    const expiresAt = this.expiresAt();
    const left = await this.moveFree(moves, expiresAt);
    // Whoever comes second with the same token finds that the first was faster.
    return moves.map((move) => (left.delete(move.sessionId) ? { expiresAt } : this.moveOne(move)));
  }

  /** The sessions that were moved on. */
  private async moveFree(moves: Move[], expiresAt: number): Promise<Set<unknown>> {
    const now = this.clock.now();
    const which = padded(moves).flatMap(({ sessionId, uid, generation }) => [sessionId, uid, generation]);
    const find = { text: FIND(moves.length), values: [...which, now] };
    const found = await this.database.changeFree(find, (rows) => moveFound(rows, now, expiresAt));
    return new Set(found.map(({ session_id }) => session_id));
  }

  private async moveOne({ sessionId, uid, generation }: Move): Promise<Moved> {
    const now = this.clock.now();
    const expiresAt = this.expiresAt();
    const values = [now, expiresAt, sessionId, uid, generation, now];
    const moved = await this.database.statement(() => this.database.prepared.change(MOVE_ONE, values));
    return moved === 1 ? { expiresAt } : undefined;
  }

  private expiresAt(): number {
    return this.clock.now() + this.ttl;
  }
}

function moveFound(rows: Row[], now: number, expiresAt: number): Statement {
  const ids = padded(rows).map(({ session_id }) => session_id);
  return { text: MOVE_FOUND(rows.length), values: [now, expiresAt, ...ids] };
}

/** When a promise is settled, or has taken too long for others to wait for it. */
function settledSoon(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const settled = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(settled, settled);
  });
}

function list(part: string, count: number, separator: string): string {
  return Array(count).fill(part).join(separator);
}
