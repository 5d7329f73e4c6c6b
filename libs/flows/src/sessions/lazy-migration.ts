import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Env, isAddress } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import {
  type AccountFacts,
  type LoginAttempt,
  normaliseEmail,
  SignInService,
  UserAdministration,
  UserPasswords,
} from '@app/users';
import { destinationOf, post, reasonOf } from '@app/webhooks';
import { Injectable, Logger } from '@nestjs/common';
import { RecordReader } from '../input/records.js';

/** These say nothing about the user: the sign-in can be repeated. */
const BUSY: ErrorCode[] = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

const MIGRATED = { actor: 'system', data: { method: 'migration' } };

/** An earlier system that finds users by other names, too, may answer about another person. */
function requireSameEmail(email: string, given: { email?: unknown }): void {
  if (given.email === undefined || normaliseEmail(String(given.email)) === email) return;
  throw new ApiError('INVALID_REQUEST', 'the answer names another email.');
}

const MOST_BYTES = 32 * 1_024;
/** More questions at a time would only wait for the earlier system. */
const MOST_AT_A_TIME = 20;

/** What the earlier system says: whether the password is right, and facts about the user, which are not checked. */
interface MigrationAnswer {
  right: boolean;
  user: object;
}

type MigrationResult = 'right' | 'wrong' | 'failed' | 'busy';

/** The earlier system, which knows the passwords of users who have none here. Asked once for a sign-in, never again. */
@Injectable()
export class MigrationSource {
  private readonly logger = new Logger('Migration');
  private running = 0;
  private works = true;

  /** Called with the result of each question. */
  onAsked: (result: MigrationResult) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** How long a question may take; undefined while the migration is off. */
  get timeoutMs(): number | undefined {
    return this.env.migration && this.env.migration.timeout * 1_000;
  }

  /** Whether the password belongs to the email. Undefined without a usable answer in time. Never rejects. */
  async ask(email: string, password: string, ip: string): Promise<MigrationAnswer | undefined> {
    if (this.running >= MOST_AT_A_TIME) {
      this.onAsked('busy');
      return undefined;
    }
    this.running += 1;
    try {
      const answer = await this.inTime((signal) => this.attempt({ email, password, ip }, signal));
      this.works = true;
      this.onAsked(answer.right ? 'right' : 'wrong');
      return answer;
    } catch (error) {
      // Once, not for each sign-in.
      if (this.works) this.logger.warn(`MIGRATION_URL cannot be asked: ${reasonOf(error)}`);
      this.works = false;
      this.onAsked('failed');
      return undefined;
    } finally {
      this.running -= 1;
    }
  }

  /** Asks, and says what is wrong. @throws when there is no usable answer in time */
  check(email: string, password: string): Promise<MigrationAnswer> {
    return this.inTime((signal) => this.attempt({ email, password, ip: '127.0.0.1' }, signal));
  }

  private async inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const aborter = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`no answer within ${this.env.migration?.timeout} s`));
      }, this.timeoutMs);
    });
    return Promise.race([work(aborter.signal), late]).finally(() => {
      clearTimeout(timer);
      // Also after an answer that is refused before its end: it could keep the connection forever.
      aborter.abort();
    });
  }

  private async attempt(data: object, signal: AbortSignal): Promise<MigrationAnswer> {
    const { url: text = '', secret = '' } = this.env.migration ?? {};
    const destination = await destinationOf(text, this.env);
    const [id, timestamp] = [`mig_${randomUUID()}`, this.clock.now()];
    const body = JSON.stringify({ type: 'password.check', timestamp: new Date(timestamp * 1_000).toISOString(), data });
    const answer = await post(destination, { id, timestamp, body, secrets: [secret] }, signal);
    if (answer.statusCode === 200) return toAnswer(await textOf(answer));
    answer.destroy();
    throw new Error(`answered ${answer.statusCode}`);
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `{"right": true, "user": {…}}`, or `{"right": false}`. Nothing else counts as right. */
function toAnswer(text: string): MigrationAnswer {
  const invalid = new Error('the answer is not {"right": true or false}');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid;
  }
  if (typeof parsed !== 'object' || parsed === null || !('right' in parsed)) throw invalid;
  const { right } = parsed;
  const user = 'user' in parsed ? parsed.user : {};
  if (typeof right !== 'boolean' || typeof user !== 'object' || user === null || Array.isArray(user)) throw invalid;
  return { right, user };
}

/** More than the queries around a question take, so that one without an answer in time ends within the pause. */
const MARGIN_MS = 50;

/** Signs users in by their password, also by the one that only an earlier system knows (`MIGRATION_URL`). */
@Injectable()
export class LazyMigration {
  private readonly logger = new Logger('Migration');

  constructor(
    private readonly records: RecordReader,
    private readonly signIns: SignInService,
    private readonly source: MigrationSource,
    private readonly database: Database,
    private readonly administration: UserAdministration,
    private readonly passwords: UserPasswords,
    private readonly events: EventLog,
  ) {}

  /**
   * As `SignInService.authenticate()`. While the migration is on, each refused login takes the time that the earlier system
   * may take, so that the time does not reveal whether it was asked.
   */
  async authenticate(email: string, password: string): Promise<LoginAttempt> {
    const attempt = await this.signIns.authenticate(email, password);
    const { timeoutMs } = this.source;
    if ('user' in attempt || attempt.failure === 'disabled' || timeoutMs === undefined) return attempt;
    const pause = sleep(timeoutMs + MARGIN_MS);
    if (attempt.failure !== 'wrong_password' && (await this.takeOver(email, password))) {
      const again = await this.signIns.authenticate(email, password);
      if ('user' in again) return again;
    }
    await pause;
    return attempt;
  }

  /**
   * Whether the account has a password now. The earlier system is asked when there is no account, or one that never had a password
   * here. Two sign-ins at the same time make one account.
   */
  private async takeOver(given: string, password: string): Promise<boolean> {
    const email = normaliseEmail(given);
    if (email === undefined) return false;
    const state = await this.passwords.stateOf(email);
    // It got one a moment ago, from another sign-in.
    if (state === 'set') return true;
    if (state === 'closed' || !isAddress(email)) return false;
    const answer = await this.source.ask(email, password, currentActor().ip ?? '');
    return answer?.right === true && (await this.accept(email, password, answer.user));
  }

  /**
   * Creates the account, or gives the existing one its password. Returns whether an account has a password now.
   * @param given what the earlier system says about the user
   */
  private async accept(email: string, password: string, given: object): Promise<boolean> {
    try {
      const facts = { email, ...this.records.migratedUser(given) };
      requireSameEmail(email, given);
      if ((await this.passwords.stateOf(email)) === 'first') await this.setPassword(facts, password);
      else await this.createAccount(facts, password);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || BUSY.includes(error.code)) throw error;
      // Another sign-in with the same password may have been first: a comparison decides.
      if (['EMAIL_ALREADY_IN_USE', 'INVALID_PASSWORD'].includes(error.code)) return true;
      this.logger.warn(`MIGRATION_URL gave a user who cannot be created: ${error.code} ${error.message}`);
      return false;
    }
  }

  private async createAccount(facts: AccountFacts, password: string): Promise<void> {
    // The policy is for new passwords: this one stays as it is, like an imported hash.
    const account = await this.administration.hash({ ...(await this.administration.check(facts)), password });
    await this.database.transaction(async () => {
      await this.administration.create(account);
      await this.events.record('user.created', { uid: account.uid, ...MIGRATED });
    });
  }

  /**
   * A stranger may have made the account with the email of another person. So its uid must be the one of the earlier system,
   * or the email must be proved here and verified there.
   */
  private async setPassword({ email, uid, emailVerified }: AccountFacts, password: string): Promise<void> {
    const change = await this.passwords.prepareFirst(email, password);
    if (uid?.toLowerCase() !== change.uid && !(change.proved && emailVerified)) {
      throw new ApiError('INVALID_REQUEST', 'an existing account needs its uid, or a proved email and email_verified.');
    }
    await this.database.transaction(async () => {
      await this.passwords.change(change, false);
      await this.events.record('user.password_changed', { uid: change.uid, ...MIGRATED });
    });
  }
}
