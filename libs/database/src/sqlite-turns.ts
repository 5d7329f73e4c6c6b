import type { QueryRunner } from 'typeorm';
import { Scope } from './scope.js';

/**
 * Turns on the one connection that TypeORM has to an SQLite file. Without them, a statement of another request that
 * runs between the awaits of an open transaction would join it, and be lost with its rollback. So a transaction is one
 * turn, and so is each statement outside of one; turns follow each other in the order in which they were asked for.
 */
export class SqliteTurns {
  private last: Promise<unknown> = Promise.resolve();
  private readonly holder = new Scope<{ open: boolean }>();

  /** Makes every statement of the connection take a turn. */
  guard(runner: QueryRunner): void {
    const query = runner.query.bind(runner) as (...call: unknown[]) => Promise<unknown>;
    runner.query = ((...call: unknown[]) => {
      return this.holder.current?.open ? query(...call) : this.take(() => query(...call));
    }) as QueryRunner['query'];
    runner.startTransaction = () => {
      throw new Error('On SQLite transactions are opened with Database.transaction() only.');
    };
  }

  /** Runs work as one turn: nothing else reaches the connection until it is done. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = { open: true };
    const result = this.last.then(() => this.holder.run(turn, work));
    this.last = result.then(
      () => end(turn),
      () => end(turn),
    );
    return result;
  }
}

/** Whatever still runs in the context of a finished turn queues like everybody else. */
function end(turn: { open: boolean }): void {
  turn.open = false;
}
