import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Piscina } from 'piscina';
import { loadBcrypt } from './bcrypt-engine.js';
import { bcryptCost } from './bcrypt-input.js';
import type { HashJob } from './hash.worker.js';
import type { PasswordScore, ScoreJob } from './score.worker.js';

/**
 * Hashes and weighs passwords in threads, so that the event loop never stands still: one thread for each core hashes, and
 * one more weighs, so that nobody can hold up the sign-ins of others with passwords that are hard to weigh.
 */
@Injectable()
export class PasswordPool implements OnModuleInit, OnApplicationShutdown {
  private readonly hashing: Piscina<HashJob, unknown>;
  private readonly scoring: Piscina<ScoreJob, PasswordScore>;

  constructor(private readonly env: Env) {
    this.hashing = threads('./hash.worker.js', availableParallelism(), { bcryptEngine: env.bcryptEngine });
    this.scoring = threads('./score.worker.js', 1);
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

  hash(password: string): Promise<string> {
    return this.run<string>({ kind: 'hash', password, cost: this.env.bcryptCost });
  }

  /**
   * Whether the password belongs to the hash. A no takes as long without a hash, and with one of a lower cost than
   * `BCRYPT_COST`, as with one of that cost; only a hash of a higher cost, from before it was lowered, takes longer.
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    if (hash == null) {
      await this.hash(password);
      return false;
    }
    const right = await this.run<boolean>({ kind: 'verify', password, hash });
    if (!right) await this.makeUp(password, bcryptCost(hash));
    return right;
  }

  /** @param guessable words that an attacker would try first, such as the email */
  score(password: string, guessable: string[]): Promise<PasswordScore> {
    return this.scoring.run({ password, guessable });
  }

  /** Whether a hash was made with another cost than `BCRYPT_COST`. */
  isStale(hash: string): boolean {
    return bcryptCost(hash) !== this.env.bcryptCost;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.hashing.destroy(), this.scoring.destroy()]);
  }

  /** Each cost takes twice as long as the one below: these together make up for the time that a low one took less. */
  private async makeUp(password: string, spent = this.env.bcryptCost): Promise<void> {
    for (let cost = spent; cost < this.env.bcryptCost; cost++) await this.run({ kind: 'hash', password, cost });
  }

  private run<T>(job: HashJob): Promise<T> {
    return this.hashing.run(job) as Promise<T>;
  }
}

function threads<Job, Result>(worker: string, count: number, workerData?: object): Piscina<Job, Result> {
  const filename = new URL(worker, import.meta.url).href;
  const pool = new Piscina<Job, Result>({ filename, workerData, minThreads: count, maxThreads: count });
  // A job that fails tells whoever waits for it; this is for a thread that dies while it has none.
  return pool.on('error', (error: Error) => new Logger('Passwords').error(error.message, error.stack));
}
