import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { loadBcrypt } from './bcrypt-engine.js';
import { needsDigest } from './bcrypt-input.js';
import type { HashJob } from './hash.worker.js';
import { bcryptCost, costOf, DIGEST_MARK } from './password-hash.js';
import { LONGEST_WAIT_MS, startThreads, tooBusy } from './threads.js';

/** What a hash of cost 10 takes on the slower machines of today; each cost takes twice as long as the one below. */
const COST_TEN_MS = 60;
const THREADS = availableParallelism();

/**
 * Hashes and compares passwords in one thread for each core, so that the event loop is never blocked. The threads start when
 * there is work for them: a command that hashes nothing starts none.
 */
@Injectable()
export class PasswordPool implements OnModuleInit, OnApplicationShutdown {
  private hashing: Piscina<HashJob, unknown> | undefined;

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

  /** Whether a new hash of this password, which belongs to it, would have another form or cost. */
  isStale(hash: string, password: string): boolean {
    return bcryptCost(hash) !== this.env.bcryptCost || (needsDigest(password) && !hash.startsWith(DIGEST_MARK));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.hashing?.destroy();
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
    this.hashing ??= startThreads('./hash.worker.js', THREADS, { bcryptEngine: this.env.bcryptEngine });
    const begun = performance.now();
    const result = (await this.hashing.run(job)) as T;
    this.onHashed(performance.now() - begun);
    return result;
  }
}
