import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Env, SettingsError } from '@app/config';
import { ApiError } from '@app/errors';
import { traced } from '@app/tracing';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { FairQueue, MAX_WAIT_MS, type QueuedJob, startWorkerPool } from '../worker-pool.js';
import { textOf, wrappedText } from './digest-formats.js';
import { FormatProblem, type WeakDigest } from './format.js';
import type { HashJob, HashResult } from './hash.worker.js';
import {
  bcryptCost,
  comparedTexts,
  type HashForm,
  hasForm,
  hashFormOf,
  loadBcrypt,
  needsRehash,
  passwordText,
  stepsOfForm,
} from './own-hashes.js';
import { type CheckedHash, checkHash, hashSteps } from './read-hash.js';

/** The time of one step of bcrypt on a slow machine of today. A hash has 2^cost steps. */
const STEP_MS = 60 / 2 ** 10;

/** A comparison may take this many times the average time before the answer takes longer, too. */
const HEADROOM = 1.25;

/** The weight of all earlier measurements beside the newest one. */
const DECAY = 0.9;

/** The steps of bcrypt of the most expensive hash of all accounts, and of the most expensive one that is not argon2; or 0. */
export interface MaxSteps {
  all: number;
  bcrypt: number;
}

/** A comparison that has ended. */
interface MeasuredComparison {
  hash: string | null;
  right: boolean;
  /** The time on the thread of one text. */
  milliseconds: number;
}

/**
 * How long a refused login takes: as long as the most expensive hash in the database, for every account. The rest of this
 * time after the comparison is a pause, which uses no core. Measures the time of a step on this machine under its current
 * load: for bcrypt and for new hashes of argon2id separately, because the steps of argon2id are only an upper bound.
 */
export class RefusalTime {
  private readonly bcrypt = new StepTime();
  private readonly argon2id = new StepTime();
  private readonly ownSteps: number;

  /** @param form of new hashes */
  constructor(private readonly form: HashForm) {
    this.ownSteps = stepsOfForm(form);
  }

  /** Adds the time of a new hash. */
  addHash(milliseconds: number): void {
    this[this.form.kind].add(this.ownSteps, milliseconds);
  }

  addComparison({ hash, right, milliseconds }: MeasuredComparison): void {
    const steps = hashSteps(hash ?? '');
    const exact = steps === undefined || bcryptCost(hash ?? '') !== undefined;
    if (this.form.kind === 'bcrypt') {
      // A thread spends the time of a new hash on a wrong password. The steps of other algorithms are only an upper bound.
      if (!right && exact) this.bcrypt.add(Math.max(this.ownSteps, steps ?? 0), milliseconds);
    } else if (hash === null || steps === undefined || hasForm(hash, this.form)) {
      this.argon2id.add(this.ownSteps, milliseconds);
    } else if (exact) {
      this.bcrypt.add(steps, milliseconds);
    }
  }

  /** The milliseconds of a refused login. */
  durationOf({ all, bcrypt }: MaxSteps): number {
    const bcryptStep = this.bcrypt.milliseconds;
    if (this.form.kind === 'bcrypt') return HEADROOM * Math.max(this.ownSteps, all) * bcryptStep;
    const ownStep = this.argon2id.milliseconds;
    // A more expensive hash may be of any algorithm.
    const others = all > this.ownSteps ? all * Math.max(bcryptStep, ownStep) : bcrypt * bcryptStep;
    return HEADROOM * Math.max(this.ownSteps * ownStep, others);
  }

  /** Waits for the rest of this time. @param elapsedMs since the comparison began @param texts how many were compared */
  async waitForRest(max: MaxSteps, elapsedMs: number, texts = 1): Promise<void> {
    const rest = texts * this.durationOf(max) - elapsedMs;
    if (rest > 0) await sleep(rest);
  }
}

/** The average time of a step, in which long and new measurements count most. */
class StepTime {
  private sum = 0;
  private steps = 0;

  add(steps: number, milliseconds: number): void {
    this.steps = DECAY * this.steps + steps;
    this.sum = DECAY * this.sum + milliseconds;
  }

  get milliseconds(): number {
    return this.steps === 0 ? STEP_MS : this.sum / this.steps;
  }
}

/** The longest time that the jobs of one account may wait for one another. */
const MAX_WAIT_OF_ACCOUNT_MS = MAX_WAIT_MS / 2;
const THREADS = availableParallelism();

/** A password to compare with the hash of an account. */
interface Comparison {
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

/** The password hashes that an administrator or an import brings from another system. */
@Injectable()
export class ImportedHashes {
  constructor(
    private readonly env: Env,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Checks a hash: it is stored, or wrapped first. @throws {ApiError} INVALID_HASH, with the reason */
  check(hash: string): CheckedHash {
    try {
      return checkHash(hash, this.env.argon2);
    } catch (cause) {
      if (!(cause instanceof FormatProblem)) throw cause;
      throw new ApiError('INVALID_HASH', `The password hash ${cause.message}.`, { cause });
    }
  }

  /** A new hash that hides a weak digest. @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue` */
  async wrap(account: string, weak: WeakDigest): Promise<string> {
    return wrappedText(weak, await this.hasher.hash(account, textOf(weak.digest)));
  }
}
