import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Piscina } from 'piscina';
import { loadBcrypt } from './bcrypt-engine.js';
import type { HashJob } from './hash.worker.js';
import { bcryptCost, costOf } from './password-hash.js';
import type { PasswordVerdict, ScoreJob } from './score.worker.js';

/** Whoever would wait longer than this for a thread is better told so at once. */
const LONGEST_WAIT_MS = 4_000;
/** What a hash of cost 10 takes on the slower machines of today; each cost takes twice as long as the one below. */
const COST_TEN_MS = 60;
const RETRY_AFTER_SECONDS = 2;
const THREADS = availableParallelism();

/**
 * Hashes and weighs passwords in threads, so that the event loop never stands still: one thread for each core hashes, and
 * one more weighs, so that nobody can hold up the sign-ins of others with passwords that are hard to weigh. The threads
 * start when there is work for them: a command line that needs none has none.
 */
@Injectable()
export class PasswordPool implements OnModuleInit, OnApplicationShutdown {
  private hashing: Piscina<HashJob, unknown> | undefined;
  private scoring: Piscina<ScoreJob, PasswordVerdict | undefined> | undefined;

  /** Told how many milliseconds each hash took, with its time in the queue. */
  onHashed: (milliseconds: number) => void = () => undefined;

  constructor(private readonly env: Env) {}

  /** How many passwords wait for a thread. */
  get waiting(): number {
    return this.hashing?.queueSize ?? 0;
  }

  /** @throws {SettingsError} when `BCRYPT_ENGINE` asks for an engine that does not load on this machine */
  onModuleInit(): void {
    try {
      loadBcrypt(this.env.bcryptEngine);
    } catch {
      const wrong = '"native" does not load on this machine: @node-rs/bcrypt is not installed for it';
      throw new SettingsError([{ variable: 'BCRYPT_ENGINE', wrong, allowed: 'auto, js' }]);
    }
  }

  /** @throws {ApiError} UNAVAILABLE when too many wait already */
  async hash(password: string): Promise<string> {
    this.admit(this.waiting);
    return this.run<string>({ kind: 'hash', password, cost: this.env.bcryptCost });
  }

  /**
   * Whether the password belongs to the hash. A no takes as long without a hash, and with one of a lower cost than
   * `BCRYPT_COST`, as with one of that cost; only a hash of a higher cost, from before it was lowered or from an import, takes longer.
   * What argon2id takes is estimated: a no to an account that was imported with one and has not signed in since may come
   * some milliseconds sooner or later, which tells of such an account that it exists, and nothing of its password.
   * @throws {ApiError} UNAVAILABLE when too many wait already
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    if (hash == null) {
      await this.hash(password);
      return false;
    }
    this.admit(this.waiting);
    const right = await this.run<boolean>({ kind: 'verify', password, hash });
    if (!right) await this.makeUp(password, costOf(hash));
    return right;
  }

  /** @throws {ApiError} UNAVAILABLE when more wait already than could be hashed afterwards, or no thread was free in time */
  async weigh(job: Omit<ScoreJob, 'asked' | 'patience'>): Promise<PasswordVerdict> {
    this.scoring ??= threads('./score.worker.js', 1);
    this.admit(this.scoring.queueSize);
    const verdict = await this.scoring.run({ ...job, asked: Date.now(), patience: LONGEST_WAIT_MS });
    return verdict ?? tooBusy();
  }

  /** Whether a hash is not one of bcrypt with `BCRYPT_COST`. */
  isStale(hash: string): boolean {
    return bcryptCost(hash) !== this.env.bcryptCost;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.hashing?.destroy(), this.scoring?.destroy()]);
  }

  /** Each cost takes twice as long as the one below: these together make up for the time that a low one took less. */
  private async makeUp(password: string, spent = this.env.bcryptCost): Promise<void> {
    for (let cost = spent; cost < this.env.bcryptCost; cost++) await this.run({ kind: 'hash', password, cost });
  }

  private admit(waiting: number): void {
    const hashMs = COST_TEN_MS * 2 ** (this.env.bcryptCost - 10);
    if (waiting >= (LONGEST_WAIT_MS / hashMs) * THREADS) tooBusy();
  }

  private async run<T>(job: HashJob): Promise<T> {
    this.hashing ??= threads('./hash.worker.js', THREADS, { bcryptEngine: this.env.bcryptEngine });
    const begun = performance.now();
    const result = (await this.hashing.run(job)) as T;
    this.onHashed(performance.now() - begun);
    return result;
  }
}

function tooBusy(): never {
  throw new ApiError('UNAVAILABLE', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}

function threads<Job, Result>(worker: string, count: number, workerData?: object): Piscina<Job, Result> {
  const filename = new URL(worker, import.meta.url).href;
  const pool = new Piscina<Job, Result>({ filename, workerData, minThreads: count, maxThreads: count });
  // A job that fails tells whoever waits for it; this is for a thread that dies while it has none.
  return pool.on('error', (error: Error) => new Logger('Passwords').error(error.message, error.stack));
}
