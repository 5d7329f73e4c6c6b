import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { loadBcrypt } from './bcrypt-engine.js';
import { needsDigest } from './bcrypt-input.js';
import { FairQueue, type QueuedJob } from './fair-queue.js';
import type { HashJob, HashResult } from './hash.worker.js';
import { bcryptCost, DIGEST_MARK, hashSteps, isArgon2 } from './password-hash.js';
import { RefusalTime } from './refusal-time.js';
import { LONGEST_WAIT_MS, startThreads } from './threads.js';

/** What a step of bcrypt takes on the slower machines of today; a hash has 2^cost steps. */
const STEP_MS = 60 / 2 ** 10;
/** For how long the jobs of one account may wait for one another. */
const LONGEST_WAIT_OF_ACCOUNT_MS = LONGEST_WAIT_MS / 2;
const THREADS = availableParallelism();

/** A password that is compared for a sign-in. */
export interface Comparison {
  /** The normalised email, or what was typed where it is none. */
  account: string;
  password: string;
  hash: string | null | undefined;
  /** How many steps of bcrypt the dearest hash of all accounts takes. */
  dearest: number;
}

/**
 * Hashes and compares passwords in one thread for each core, so that the event loop is never blocked. The threads start when
 * there is work for them: a command that hashes nothing starts none.
 */
@Injectable()
export class PasswordPool implements OnModuleInit, OnApplicationShutdown {
  private threads: Piscina<HashJob, HashResult> | undefined;
  private readonly refusalTime = new RefusalTime();
  private readonly queue = new FairQueue({
    threads: THREADS,
    dearThreads: Math.max(1, Math.floor(THREADS / 2)),
    longestWaitMs: LONGEST_WAIT_MS,
  });

  /** Called with the milliseconds that each hash took, with its time in the queue. */
  onHashed: (milliseconds: number) => void = () => undefined;

  constructor(private readonly env: Env) {}

  /** How many passwords wait for a thread. */
  get waiting(): number {
    return this.queue.waiting;
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

  /** @param account whose turns it takes: the normalised email of a user, or another text. @throws {ApiError} UNAVAILABLE when too many wait already */
  hash(account: string, password: string): Promise<string> {
    const cost = this.env.bcryptCost;
    return this.run(this.queued(account, this.ownSteps, this.ownSteps), async () => {
      const { result, milliseconds } = await this.onThread({ kind: 'hash', password, cost });
      this.refusalTime.measured(this.ownSteps, milliseconds);
      return result as string;
    });
  }

  /**
   * Whether the password belongs to the hash. A no takes the time of the dearest hash of all accounts, also without a hash, so
   * that it says nothing about the account.
   * @throws {ApiError} UNAVAILABLE when too many wait already
   */
  verify({ account, password, hash = null, dearest }: Comparison): Promise<boolean> {
    const cost = this.env.bcryptCost;
    const steps = Math.max(this.ownSteps, hashSteps(hash ?? '') ?? 0);
    const refusalSteps = Math.max(this.ownSteps, dearest);
    let begun = 0;
    const compare = async () => {
      begun = performance.now();
      const { result, milliseconds } = await this.onThread({ kind: 'verify', password, cost, hash });
      if (!result && !isArgon2(hash ?? '')) this.refusalTime.measured(steps, milliseconds);
      return result as boolean;
    };
    return this.run(this.queued(account, steps, refusalSteps), compare, async (right) => {
      if (!right) await this.refusalTime.waitOut(refusalSteps, performance.now() - begun);
    });
  }

  /** Whether a new hash of this password, which belongs to it, would have another form or cost. */
  isStale(hash: string, password: string): boolean {
    return bcryptCost(hash) !== this.env.bcryptCost || (needsDigest(password) && !hash.startsWith(DIGEST_MARK));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }

  private get ownSteps(): number {
    return 2 ** this.env.bcryptCost;
  }

  /** The bound of an account depends on the dearest of all hashes and not on its own, so that it says nothing about it. */
  private queued(account: string, steps: number, refusalSteps: number): QueuedJob {
    const mostOfAccount = Math.max(1, Math.floor(LONGEST_WAIT_OF_ACCOUNT_MS / (STEP_MS * refusalSteps)));
    return { account, milliseconds: STEP_MS * steps, dear: steps > this.ownSteps, mostOfAccount };
  }

  private run<T>(job: QueuedJob, work: () => Promise<T>, pause?: (result: T) => Promise<void>): Promise<T> {
    const asked = performance.now();
    const timed = () => work().finally(() => this.onHashed(performance.now() - asked));
    return this.queue.run(job, timed, pause);
  }

  private onThread(job: HashJob): Promise<HashResult> {
    this.threads ??= startThreads('./hash.worker.js', THREADS, { bcryptEngine: this.env.bcryptEngine });
    return this.threads.run(job);
  }
}
