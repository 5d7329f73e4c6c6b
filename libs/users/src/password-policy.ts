import { domainToUnicode } from 'node:url';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { BreachedPasswords } from './breached-passwords.js';
import { MAX_CHARACTERS, passwordText } from './hashing/own-hashes.js';
import type { ScoreJob, ScoreResult, TimedScoreJob } from './password-score.js';
import { FairQueue, MAX_WAIT_MS, startWorkerPool, throwShareUsed, throwTooBusy } from './worker-pool.js';

/** The thread could not score more jobs of one account in time, and each waiting job keeps a request open. */
const MAX_OF_ACCOUNT = 256;
/** The time to score a typical password. */
const TYPICAL_MS = 10;

/**
 * In place of an email: all sign-ups count as one account of the queue, so that a flood of slow passwords from strangers does
 * not delay the passwords of users.
 */
export const SIGN_UPS = 'sign-up';

/**
 * Scores new passwords in a thread of its own, so that a slow password delays no sign-in. The thread starts with the first
 * password: a command that scores none starts no thread. Where every score is accepted, it looks for common passwords only, and
 * needs no thread.
 */
@Injectable()
export class PasswordScorer implements OnApplicationShutdown {
  private pool: Piscina<TimedScoreJob, ScoreResult | undefined> | undefined;
  private readonly queue = new FairQueue({ threads: 1, expensiveThreads: 1, maxWaitMs: MAX_WAIT_MS });

  /** The client of the current job; undefined if the share of clients is not limited. */
  clientOf: () => string | undefined = () => undefined;

  /**
   * @param account the jobs of an account run one after the other: the email of a user, or `SIGN_UPS`
   * @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue`; also when the thread was not free in time
   */
  async score(account: string, job: ScoreJob): Promise<ScoreResult> {
    // The list of common passwords is loaded when it is needed.
    if (job.minScore === 0) return (await import('./password-score.js')).scoreCommon(job.password);
    this.pool ??= startWorkerPool(new URL('./zxcvbn.worker.js', import.meta.url), 1);
    const { pool } = this;
    const timed = { ...job, requestedAt: Date.now(), maxWaitMs: MAX_WAIT_MS };
    const limits = { milliseconds: TYPICAL_MS, expensive: false, maxOfAccount: MAX_OF_ACCOUNT };
    const result = await this.queue.run({ account, ...limits, client: this.clientOf() }, () => pool.run(timed));
    if (result) return result;
    // A sign-up waits for all earlier ones, whose passwords may be slow; any other job waits for one job of each account.
    return account === SIGN_UPS ? throwShareUsed() : throwTooBusy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}

/** Why a password is refused, in the log, and for pages in other languages than that of the message. */
type WeakPassword = 'too short' | 'too long' | 'not Unicode' | 'like the account' | 'guessable' | 'breached';

interface Objection {
  reason: WeakPassword;
  message: string;
}

/** Which passwords are strong enough (OWASP ASVS 5.0, V6.2: length and guessability, no composition rules). */
@Injectable()
export class PasswordPolicy {
  constructor(
    private readonly env: Env,
    private readonly scorer: PasswordScorer,
    private readonly breached: BreachedPasswords,
  ) {}

  /**
   * @param account see `PasswordScorer.score()`
   * @throws {ApiError} WEAK_PASSWORD, whose message says how to improve the password, with a reason; UNAVAILABLE when breached
   * passwords are out of reach, and the settings are strict
   */
  async check(given: string, email: string, account = email): Promise<void> {
    const password = passwordText(given);
    const objection =
      this.formObjection(password, email) ??
      (await this.scoreObjection(password, email, account)) ??
      (await this.breachObjection(password));
    if (objection !== undefined) throw new ApiError('WEAK_PASSWORD', objection.message, { reason: objection.reason });
  }

  private formObjection(password: string, email: string): Objection | undefined {
    const { length } = [...password];
    const least = this.env.passwordMinLength;
    if (length < least) return weak('too short', `The password must have at least ${least} characters.`);
    if (length > MAX_CHARACTERS)
      return weak('too long', `The password must have at most ${MAX_CHARACTERS} characters.`);
    if (!password.isWellFormed()) return weak('not Unicode', 'The password must be valid Unicode text.');
    const names = [...writtenForms(email), email.slice(0, email.lastIndexOf('@')), this.env.appName];
    if (names.map(folded).includes(folded(password))) {
      const message = 'The password must not be the email, the part of it before the @, or the name of this service.';
      return weak('like the account', message);
    }
    return undefined;
  }

  private async scoreObjection(password: string, email: string, account: string): Promise<Objection | undefined> {
    const guessable = [...writtenForms(email).flatMap((form) => [form, ...form.split(/[@.]/)]), this.env.appName];
    const minScore = this.env.passwordMinScore;
    const { accepted, advice } = await this.scorer.score(account, { password, guessable, minScore });
    if (accepted) return undefined;
    const better = advice || 'Add another word or two. Uncommon words are better.';
    return weak('guessable', `The password is too easy to guess. ${better}`);
  }

  private async breachObjection(password: string): Promise<Objection | undefined> {
    if (!(await this.breached.has(password))) return undefined;
    const message = 'This password has appeared in a data breach, so attackers try it. Choose another password.';
    return weak('breached', message);
  }
}

/** An email as it is stored, and as people write it if its domain is international. */
function writtenForms(email: string): string[] {
  const end = email.lastIndexOf('@') + 1;
  return [...new Set([email, email.slice(0, end) + domainToUnicode(email.slice(end))])];
}

function weak(reason: WeakPassword, message: string): Objection {
  return { reason, message };
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
