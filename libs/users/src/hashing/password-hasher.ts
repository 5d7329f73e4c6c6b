import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { traced } from '@app/tracing';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { comparedTexts, passwordText } from '../password/password-text.js';
import { FairQueue, type QueuedJob } from '../threads/fair-queue.js';
import { MAX_WAIT_MS, startWorkerPool } from '../threads/worker-pool.js';
import { loadBcrypt } from './engines/bcrypt-engine.js';
import type { HashJob, HashResult } from './hash.worker.js';
import { type HashForm, hashFormOf, needsRehash, stepsOfForm } from './hash-form.js';
import { hashSteps } from './hash-steps.js';
import { type MaxSteps, RefusalTime, STEP_MS } from './refusal-time.js';

/** The longest time that the jobs of one account may wait for one another. */
const MAX_WAIT_OF_ACCOUNT_MS = MAX_WAIT_MS / 2;
const THREADS = availableParallelism();

/** A password to compare with the hash of an account. */
export interface Comparison {
  /** The normalised email, or the text in its place when it is not an email. */
  account: string;
  password: string;
  hash: string | null | undefined;
  max: MaxSteps;
}

/**
 * Hashes and compares passwords in one thread for each core, so that they never block the event loop. The threads start with
 * the first job: a command that hashes nothing starts no thread.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit, OnApplicationShutdown {
  private pool: Piscina<HashJob, HashResult> | undefined;
  private readonly form: HashForm;
  private readonly ownSteps: number;
  private readonly refusalTime: RefusalTime;
  private readonly queue = new FairQueue({
    threads: THREADS,
    expensiveThreads: Math.max(1, Math.floor(THREADS / 2)),
    maxWaitMs: MAX_WAIT_MS,
  });

  /** Called with the milliseconds of each job, including its time in the queue. */
  onHashed: (milliseconds: number) => void = () => undefined;

  /** The client of the current job; undefined if the share of clients is not limited. */
  clientOf: () => string | undefined = () => undefined;

  constructor(private readonly env: Env) {
    this.form = hashFormOf(env);
    this.ownSteps = stepsOfForm(this.form);
    this.refusalTime = new RefusalTime(this.form);
  }

  /** The algorithm of new hashes. */
  get kind(): HashForm['kind'] {
    return this.form.kind;
  }

  /** How many passwords wait for a thread. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /** @throws {SettingsError} when `BCRYPT_ENGINE` names an engine that does not load on this machine */
  onModuleInit(): void {
    try {
      loadBcrypt(this.env.bcryptEngine);
    } catch {
      const wrong = '"native" does not load on this machine: @node-rs/bcrypt is not installed for it';
      throw new SettingsError([{ variable: 'BCRYPT_ENGINE', wrong, allowed: 'auto, js' }]);
    }
  }

  /**
   * @param account the jobs of an account run one after the other: the normalised email of a user, or another text
   * @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue`
   */
  hash(account: string, password: string): Promise<string> {
    const { form } = this;
    return this.run('hash password', this.jobOf(account, this.ownSteps, this.ownSteps), async () => {
      const { result, milliseconds } = await this.onThread({ kind: 'hash', password: passwordText(password), form });
      this.refusalTime.addHash(milliseconds);
      return result as string;
    });
  }

  /**
   * Whether the password belongs to the hash. A wrong password takes the time of the most expensive hash of all accounts, also
   * without a hash, so that the time reveals nothing about the account; and that once for each of `comparedTexts()`.
   * @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue`
   */
  verify({ account, password, hash = null, max }: Comparison): Promise<boolean> {
    const { form } = this;
    const texts = comparedTexts(password);
    const steps = Math.max(this.ownSteps, hashSteps(hash ?? '') ?? 0);
    let begun = 0;
    const compare = async () => {
      begun = performance.now();
      const { result, milliseconds } = await this.onThread({ kind: 'verify', texts, form, hash });
      const right = result as boolean;
      this.refusalTime.addComparison({ hash, right, milliseconds });
      return right;
    };
    const job = this.jobOf(account, steps, Math.max(this.ownSteps, max.all), texts.length);
    return this.run('compare password', job, compare, async (right) => {
      if (!right) await this.refusalTime.waitForRest(max, performance.now() - begun, texts.length);
    });
  }

  /** Whether a new hash of this password would have another form or cost. @param password the right one for the hash */
  needsRehash(hash: string, password: string): boolean {
    return needsRehash(hash, passwordText(password), this.form);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  /** The limit of an account depends on the most expensive of all hashes, so that it reveals nothing about its own hash. */
  private jobOf(account: string, steps: number, refusalSteps: number, texts = 1): QueuedJob {
    const maxOfAccount = Math.max(1, Math.floor(MAX_WAIT_OF_ACCOUNT_MS / (STEP_MS * refusalSteps * texts)));
    const expensive = steps > this.ownSteps;
    return { account, milliseconds: STEP_MS * steps * texts, expensive, maxOfAccount, client: this.clientOf() };
  }

  private run<T>(
    name: string,
    job: QueuedJob,
    work: () => Promise<T>,
    afterwards?: (result: T) => Promise<void>,
  ): Promise<T> {
    const requestedAt = performance.now();
    const timed = () => work().finally(() => this.onHashed(performance.now() - requestedAt));
    return traced({ name, kind: 'internal' }, () => this.queue.run(job, timed, afterwards));
  }

  private onThread(job: HashJob): Promise<HashResult> {
    this.pool ??= startWorkerPool(new URL('./hash.worker.js', import.meta.url), THREADS, {
      bcryptEngine: this.env.bcryptEngine,
    });
    return this.pool.run(job);
  }
}
