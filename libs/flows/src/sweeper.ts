import { Env } from '@app/config';
import { Clock, Database, PeriodicJobs, removeInBatches } from '@app/database';
import { Message } from '@app/mail';
import { Delivery } from '@app/webhooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, type ObjectLiteral } from 'typeorm';

const TEN_MINUTES = 600;
const HOUR = 3_600;
/** On SQLite nothing else runs while a batch is removed. */
const BATCH = 500;

/** A table with rows that end. */
interface Sweep<T extends ObjectLiteral> {
  table: new () => T;
  /** As the log names them. */
  rows: string;
  /** In seconds. */
  every: number;
  /** Selects rows that are over now. Each is removed by a statement of its own. */
  over: (now: number) => FindOptionsWhere<T>[];
  /** The most rows that one statement removes. Without a limit by default. */
  batch?: number;
}

/** Removes the rows of all tables that are over. */
@Injectable()
export class Sweeper implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    const { emails, deliveries } = this.env.retention;
    this.sweep({
      table: Message,
      rows: 'old emails',
      every: TEN_MINUTES,
      over: (now): FindOptionsWhere<Message>[] => [
        { status: 'decoy', createdAt: LessThan(now - TEN_MINUTES) },
        { status: In(['sent', 'failed']), createdAt: LessThan(now - emails) },
      ],
    });
    this.sweep({
      table: Delivery,
      rows: 'old deliveries',
      every: HOUR,
      over: (now) => {
        const old = LessThan(now - deliveries);
        return [{ createdAt: old, dueAt: old, status: In(['sent', 'failed']) }];
      },
      batch: BATCH,
    });
  }

  private sweep<T extends ObjectLiteral>({ table, rows, every, over, batch }: Sweep<T>): void {
    this.jobs.every(every, `to remove ${rows}`, async () => {
      for (const which of over(this.clock.now())) {
        if (batch === undefined) await this.database.repo(table).delete(which);
        else await removeInBatches(this.database.repo(table), which, batch);
      }
    });
  }
}
