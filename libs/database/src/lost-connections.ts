import type { DataSource, QueryRunner } from 'typeorm';
import { isOutage, wasTurnedAway } from './failures.js';

/** What took longer than this is not done over: whoever asked has waited long enough. */
const WORTH_REPEATING_MS = 2_000;

/**
 * Takes connections out of the pool that were lost, or whose server cannot work. What surely did nothing is sent once
 * more, on another connection, and so are reads; a statement that writes may have been done, and is never repeated.
 * Inside a transaction nothing is: the whole of it may be, see `Database.transaction()`.
 */
export function mendLostConnections(dataSource: DataSource): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...call: unknown[]) => Promise<unknown>;
    runner.query = (async (...call: unknown[]) => {
      const begun = performance.now();
      try {
        return await query(...call);
      } catch (error) {
        if (!isOutage(error) || !(await discard(runner))) throw error;
        if (runner.isTransactionActive || !worthRepeating(error, String(call[0]), begun)) throw error;
        return onAnother(create(mode), call);
      }
    }) as QueryRunner['query'];
    return runner;
  };
}

/**
 * Whether a statement, begun at a time of the performance clock, that failed outside of a transaction may be sent once
 * more: a read whose connection was lost, or anything that surely was not done.
 */
export function worthRepeating(error: unknown, statement: string, begun: number): boolean {
  const harmless = isRead(statement) || wasTurnedAway(error);
  return isOutage(error) && harmless && performance.now() - begun <= WORTH_REPEATING_MS;
}

/** Whether there was a connection: where none could be had, there is none to be had now. */
async function discard(runner: QueryRunner): Promise<boolean> {
  try {
    (await runner.connect()).destroy();
    return true;
  } catch {
    return false;
  }
}

async function onAnother(runner: QueryRunner, call: unknown[]): Promise<unknown> {
  try {
    return await (runner.query as (...call: unknown[]) => Promise<unknown>)(...call);
  } catch (error) {
    if (isOutage(error)) await discard(runner);
    throw error;
  } finally {
    await runner.release();
  }
}

function isRead(statement: string): boolean {
  return /^\s*SELECT\b/i.test(statement);
}
