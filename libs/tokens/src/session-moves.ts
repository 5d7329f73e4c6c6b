import { type Clock, type Database, Together } from '@app/database';
import type { Session } from './session.entity.js';

/** The most sessions that one transaction moves on; for fewer there are shorter statements. */
const MOST = 16;
const SIZES = [1, 2, 4, 8, MOST];
/** One waits for the disk while the next one is on its way: more of them would only be smaller. */
const TRANSACTIONS = 2;

export const USER_IS_ACTIVE = 'EXISTS (SELECT 1 FROM users WHERE users.uid = sessions.uid AND users.active = 1)';
const MOVE = 'UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?';
const WHICH = '(session_id = ? AND uid = ? AND generation = ?)';

/** How many sessions each statement moves on. */
const STATEMENTS = new Map(
  SIZES.map((size) => {
    const which = Array(size).fill(WHICH).join(' OR ');
    return [size, `${MOVE} WHERE (${which}) AND expires_at > ? AND ${USER_IS_ACTIVE}`];
  }),
);

/** Which session is to be moved on, and from which generation. */
export type Move = Pick<Session, 'sessionId' | 'uid' | 'generation'>;

/** Until when a session lives that was moved on; undefined for one that was not. */
export type Moved = Pick<Session, 'expiresAt'> | undefined;

/**
 * Moves sessions on to their next generations, each under the condition that it stands at the one that is named. What is
 * asked for at the same time is done in one transaction: to make it last is most of what a refresh costs. All of them are
 * moved on or none is, since the database only says how many were; where one could not be, each is tried by itself.
 */
export class SessionMoves {
  private readonly shared = new Together<Move, Moved>((moves) => this.moveEach(moves), {
    most: MOST,
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

  private async moveEach(moves: Move[]): Promise<Moved[]> {
    if (moves.length > 1) {
      const { statement, values, expiresAt } = this.update(moves);
      if (await this.database.changeAll(statement, values, moves.length)) return moves.map(() => ({ expiresAt }));
    }
    return Promise.all(moves.map((move) => this.moveOne(move)));
  }

  private async moveOne(move: Move): Promise<Moved> {
    const { statement, values, expiresAt } = this.update([move]);
    const moved = await this.database.statement(() => this.database.prepared.change(statement, values));
    return moved === 1 ? { expiresAt } : undefined;
  }

  /** The statement for so many; where it takes more, the last one stands in it more than once. */
  private update(moves: Move[]): { statement: string; values: unknown[]; expiresAt: number } {
    const size = SIZES.find((size) => size >= moves.length) as number;
    const last = moves[moves.length - 1] as Move;
    const all = [...moves, ...Array<Move>(size - moves.length).fill(last)];
    const now = this.clock.now();
    const expiresAt = now + this.ttl;
    const which = all.flatMap(({ sessionId, uid, generation }) => [sessionId, uid, generation]);
    return { statement: STATEMENTS.get(size) as string, values: [now, expiresAt, ...which, now], expiresAt };
  }
}
