import { createHmac, type KeyObject, randomInt, timingSafeEqual } from 'node:crypto';
import { deriveKeys, Env, hashToken, newToken, SecretBox } from '@app/config';
import { Clock, Counter, counterOf, Database, isDuplicateKey, isOrphan, type Rung } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import { inLiving } from '../sessions/session.entity.js';
import { counterFor, type HomeOf, IN_SESSION, ONE_TIME, type Purpose } from './access-kinds.js';
import { type Link, OneTimeToken } from './one-time-token.entity.js';

const USER_AGENT_LENGTH = 255;
/** How often an answer or a code may be wrong. */
const MOST_TRIES = 5;

/** Why a token is not open, for the log. */
export const NO_OPEN_TOKEN = 'unknown, used, ended or expired token, or one without tries';

const NOT_ENDED = 'used_at IS NULL AND ended_at IS NULL';
const COUNT_TRY = `UPDATE one_time_tokens SET attempts = attempts + 1 WHERE token_hash = ? AND attempts < ${MOST_TRIES}
  AND ${NOT_ENDED} AND (code_token_hash IS NOT NULL OR expires_at > ?)`;

/** SQL: whether the user has the counter with which a token was made. A token without a user follows the account of its address. */
const counted = (token: string) => {
  const ofAccount = (rung: Rung) =>
    `CASE WHEN ${token}.uid IS NULL THEN ${counterOf(rung, `${token}.email`, 'email')} END`;
  const counter = (rung: Rung) => `COALESCE(${counterOf(rung, `${token}.uid`)}, ${ofAccount(rung)})`;
  return `${token}.counter = ${counterFor(token, counter)}`;
};
/** The same where the row is locked. A token without a user is compared by the flow that locks the account of its address. */
const COUNTED = `(uid IS NULL OR counter = ${counterFor('one_time_tokens', (rung) => counterOf(rung, 'one_time_tokens.uid'))})`;
/** SQL, with the parameter `now`: whether all is alive in which a token lives. */
const inSession = (token: string) => `(${token}.purpose NOT IN (${IN_SESSION}) OR ${inLiving(`${token}.session_id`)})`;
const IN_PARENT = `(token.parent_hash IS NULL OR EXISTS (SELECT 1 FROM one_time_tokens parent
  WHERE parent.token_hash = token.parent_hash AND parent.used_at IS NULL AND parent.ended_at IS NULL
  AND parent.expires_at > :now AND ${counted('parent')}))`;
const IS_ALIVE = `token.ended_at IS NULL AND ${counted('token')} AND ${inSession('token')} AND ${IN_PARENT}`;

const atNow = (sql: string) => sql.replaceAll(':now', '?');
const TIMES_NOW = inSession('t').split(':now').length - 1;
const consumption = (expiry: string) => `UPDATE one_time_tokens SET used_at = ?
  WHERE token_hash = ? AND ${NOT_ENDED} AND ${expiry} > ? AND ${COUNTED} AND ${atNow(inSession('one_time_tokens'))}`;
const CONSUME = consumption('expires_at');
const CONSUME_BY_CODE = consumption('code_expires_at');
/** Changes nothing, but waits for a transaction that uses the token up. */
const CONFIRM = `UPDATE one_time_tokens SET attempts = attempts
  WHERE token_hash = ? AND ${NOT_ENDED} AND expires_at > ? AND ${COUNTED}`;

/** A sign-in that an external provider vouches for: the identity and the session there, where they are known. */
export type VouchedFor = Pick<OneTimeToken, 'idp' | 'identityKey' | 'idpSid'>;

/** The columns of the code of an email. */
type CodeColumns = Pick<OneTimeToken, 'codeTokenHash' | 'codeHash' | 'codeExpiresAt'>;

type Facts = Partial<
  Pick<OneTimeToken, 'email' | 'signUp' | 'target' | 'codeChallenge' | 'about' | 'since' | 'passwordVersion'>
>;

/** What a token has not, if its maker does not say so. */
const NOTHING = {
  ...{ email: null, signUp: false, target: '', codeChallenge: null, about: null, since: null, passwordVersion: null },
  ...{ codeTokenHash: null, codeHash: null, codeExpiresAt: null, idp: null, identityKey: null, idpSid: null },
};

export interface NewToken<P extends Purpose> extends Facts {
  purpose: P;
  uid: string | null;
  livesIn: HomeOf<P>;
  /** In seconds. */
  lifetime: number;
  /** What the service needs to know when the token is used. Stored sealed. */
  data?: unknown;
  vouchedFor?: VouchedFor;
  /** The browser that requests it, for the page that asks for a confirmation. */
  userAgent?: string | undefined;
  /** The session that asks for a new address, which does not live in it. */
  askedBy?: string | null | undefined;
  /** The code of the email, if it has one. */
  code?: CodeColumns;
  /** When it is made, in place of now. */
  createdAt?: number;
  /** A random token that the client already has, in place of a new one. */
  token?: string;
}

/** The token of a new row, and when it expires, in seconds since the UNIX epoch. */
export interface IssuedToken {
  token: string;
  expiresAt: number;
}

/** A token with whether all is alive in which it lives, used or expired as it may be. */
export type FoundToken = OneTimeToken & { alive: boolean };
/** A token that can be used, with its content. */
export type OpenToken<T> = OneTimeToken & { data: T };

/** A new address of a user, until when a reader of its mailbox can confirm it. */
export type PendingAddress = Pick<Link, 'email' | 'expiresAt'>;

/** Which unused tokens an event ends. */
type TokensToEnd =
  | { uid: string; purposes: readonly Purpose[] }
  /** What was mailed to addresses before they had an account, when an account leaves them. */
  | { emails: string[] }
  /** What an administrator has made. */
  | { madeBy: string }
  /** What a provider vouches for. Of an identity with a session, only what began in an unknown session. */
  | { idp: string; key?: string; idpSid?: string };

/** One-time tokens: 256 random bits, stored as their SHA-256, used by one conditional update. */
@Injectable()
export class OneTimeTokens {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'challenges');
  }

  /**
   * Stores a new token. Only this call returns it. Earlier ones stay usable.
   * @throws {ApiError} USER_NOT_FOUND when the user was deleted in the meantime
   */
  async create<P extends Purpose>(given: NewToken<P>): Promise<IssuedToken> {
    const { livesIn, askedBy, lifetime, data, code, vouchedFor, token: known, ...facts } = given;
    const { createdAt = this.clock.now(), userAgent } = given;
    const token = known ?? newToken();
    const tokenHash = hashToken(token);
    const { rung } = ONE_TIME[given.purpose];
    const row = {
      ...NOTHING,
      ...withoutGaps(facts),
      ...code,
      ...vouchedFor,
      ...homeOf({ livesIn, askedBy }),
      ...{ tokenHash, createdAt, expiresAt: createdAt + lifetime, usedAt: null, endedAt: null, attempts: 0 },
      counter: rung === 'beside' ? 0 : new Counter(rung, given.uid),
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      sealed: data === undefined ? null : this.seal(data, code?.codeTokenHash ?? tokenHash),
    };
    await this.database.insert(OneTimeToken, [row]).catch((cause: unknown) => {
      throw isOrphan(cause) ? new ApiError('USER_NOT_FOUND', undefined, { cause }) : cause;
    });
    return { token, expiresAt: row.expiresAt };
  }

  /** A token of one of these purposes, in whatever state. */
  find(token: string, ...purposes: Purpose[]): Promise<FoundToken | undefined> {
    return this.findBy({ tokenHash: hashToken(token), purpose: In(purposes) });
  }

  /** The same by the token beside an email code. */
  findByCode(codeToken: string, ...purposes: Purpose[]): Promise<FoundToken | undefined> {
    return this.findBy({ codeTokenHash: hashToken(codeToken), purpose: In(purposes) });
  }

  reread({ tokenHash }: OneTimeToken): Promise<FoundToken | undefined> {
    return this.findBy({ tokenHash });
  }

  /** A token that can be used; undefined when it is unknown, used, dead, expired, without tries, or for another purpose. */
  async open<T>(token: string, ...purposes: Purpose[]): Promise<OpenToken<T> | undefined> {
    const found = await this.find(token, ...purposes);
    return found && this.isUsable(found) && this.hasTries(found) ? this.withData<T>(found) : undefined;
  }

  /** A token that was used, with what `keep()` has kept; undefined when there is none. */
  async findUsed<T>(token: string, ...purposes: Purpose[]): Promise<OpenToken<T> | undefined> {
    const found = await this.find(token, ...purposes);
    return found?.usedAt != null ? this.withData<T>(found) : undefined;
  }

  /** The user of an unused token that an event has ended, until its row is removed; undefined for any other token. */
  async findEnded(token: string, purpose: Purpose): Promise<string | undefined> {
    const found = await this.find(token, purpose);
    return found && found.usedAt === null && !found.alive ? (found.uid ?? undefined) : undefined;
  }

  /** The new addresses that wait for their confirmation, by uid: each is the recipient of an unused link, one for a user. */
  async pendingAddresses(...uids: string[]): Promise<Map<string, PendingAddress>> {
    const where = { uid: In(uids), purpose: 'confirm_email' as const, ...workingAt(this.clock.now()) };
    const links = await this.database.repo(OneTimeToken).findBy(where);
    return new Map(links.map(({ uid, email, expiresAt }) => [uid ?? '', { email: email ?? '', expiresAt }]));
  }

  /** Whether a token, expired or not, has a try left. Parallel requests make only `countTry()` reliable. */
  hasTries({ usedAt, attempts }: OneTimeToken): boolean {
    return usedAt === null && attempts < MOST_TRIES;
  }

  isUsable({ usedAt, expiresAt, alive }: FoundToken): boolean {
    return usedAt === null && alive && expiresAt > this.clock.now();
  }

  /** The content of a token; undefined where it has none, or was sealed with another secret. */
  withData<T>(found: OneTimeToken): OpenToken<T> | undefined {
    const opened = found.sealed === null ? null : this.box.open(found.sealed, found.codeTokenHash ?? found.tokenHash);
    return opened ? { ...found, data: JSON.parse(opened.text) } : undefined;
  }

  /** Counts a try before it is checked. False when the token has no try left, or is used, ended or expired. */
  async countTry({ tokenHash }: OneTimeToken): Promise<boolean> {
    return (await this.database.change(COUNT_TRY, [tokenHash, this.clock.now()])) === 1;
  }

  /**
   * Consumes a token, in one conditional update: of several parallel requests only one succeeds, and none after an event has ended it.
   * The user must be locked, so that an event waits.
   * @param how.byCode whether the code of the email is used, which may expire before its link
   * @param how.after the token in which this one lives, if the transaction has consumed that one before
   */
  async consume(
    { tokenHash, parentHash }: Pick<OneTimeToken, 'tokenHash' | 'parentHash'>,
    { byCode = false, after }: { byCode?: boolean; after?: OneTimeToken | undefined } = {},
  ): Promise<boolean> {
    const now = this.clock.now();
    const confirms = parentHash !== null && parentHash !== after?.tokenHash;
    if (confirms && (await this.database.change(CONFIRM, [parentHash, now])) !== 1) return false;
    const values = [now, tokenHash, now, ...Array(TIMES_NOW).fill(now)];
    return (await this.database.change(byCode ? CONSUME_BY_CODE : CONSUME, values)) === 1;
  }

  /** Uses up what others have made, by its creation. False when it was used before: the unique key lets one request through. */
  async useOnce(purpose: 'logout_token' | 'assertion', key: string, until: number): Promise<boolean> {
    const lifetime = until - this.clock.now();
    try {
      await this.database.attempt(() => this.create({ purpose, uid: null, livesIn: 'nothing', lifetime, token: key }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Replaces the content of a token, and keeps its row for this time, in seconds. A used one stays used. */
  async keep(token: OneTimeToken, data: unknown, lifetime: number): Promise<void> {
    const { tokenHash, codeTokenHash } = token;
    const kept = { sealed: this.seal(data, codeTokenHash ?? tokenHash), expiresAt: this.clock.now() + lifetime };
    await this.database.repo(OneTimeToken).update({ tokenHash }, kept);
  }

  /** Ends unused tokens that stand beside the rungs, or that belong to no user yet. */
  async end(of: TokensToEnd): Promise<void> {
    if ('uid' in of) return this.endThese({ uid: of.uid, purpose: In(of.purposes) });
    if ('emails' in of) return this.endThese({ email: In(of.emails), uid: IsNull() });
    if ('madeBy' in of) return this.endThese(of);
    const { idp, key: identityKey, idpSid } = of;
    if (idpSid !== undefined) await this.endThese({ idp, idpSid });
    if (identityKey !== undefined) await this.endThese({ idp, identityKey, ...(idpSid && { idpSid: IsNull() }) });
    if (identityKey === undefined && idpSid === undefined) await this.endThese({ idp });
  }

  private async endThese(which: FindOptionsWhere<OneTimeToken>): Promise<void> {
    const unused = { ...which, usedAt: IsNull(), endedAt: IsNull() };
    await this.database.repo(OneTimeToken).update(unused, { endedAt: this.clock.now() });
  }

  private async findBy(which: FindOptionsWhere<OneTimeToken>): Promise<FoundToken | undefined> {
    const query = this.database.repo(OneTimeToken).createQueryBuilder('token').where(which);
    query.addSelect(`CASE WHEN ${IS_ALIVE} THEN 1 ELSE 0 END`, 'alive').setParameter('now', this.clock.now());
    const { entities, raw } = await query.getRawAndEntities<{ alive: number | string }>();
    return entities[0] && { ...entities[0], alive: Number(raw[0]?.alive) === 1 };
  }

  private seal(data: unknown, key: string): string {
    return this.box.seal(JSON.stringify(data), key);
  }
}

/** Selects links that still work. */
export function workingAt(now: number) {
  return { usedAt: IsNull(), endedAt: IsNull(), expiresAt: MoreThan(now) };
}

/** The columns for what a new token lives in. */
function homeOf({ livesIn, askedBy = null }: Pick<NewToken<Purpose>, 'livesIn' | 'askedBy'>) {
  const home = { sessionId: askedBy, parentHash: null, madeBy: null };
  if (livesIn === 'nothing') return home;
  if ('session' in livesIn) return { ...home, sessionId: livesIn.session };
  return 'token' in livesIn ? { ...home, parentHash: livesIn.token } : { ...home, madeBy: livesIn.administrator };
}

/** MySQL takes no undefined values. */
function withoutGaps<T extends object>(facts: T): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
}

const DIGITS = 6;

/** A new code. Neither the code nor its token can be read again. */
export interface NewCode {
  /** For the email. */
  code: string;
  /** For the browser that requests the code: without it, the code is worth nothing (OWASP ASVS 5.0, 6.6.2). */
  codeToken: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
  columns: CodeColumns;
}

/** Email codes: 6 random digits, stored as an HMAC, because a plain hash of so few digits could be inverted. */
@Injectable()
export class EmailCodes {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.keys = deriveKeys(env, 'email-code');
  }

  /** A code for an email, which the row of the email must store. */
  make(): NewCode {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const codeToken = newToken();
    const codeTokenHash = hashToken(codeToken);
    const expiresAt = this.clock.now() + this.env.emailCodeTtl;
    const codeHash = digestOf(this.keys[0], codeTokenHash, code).toString('hex');
    return { code, codeToken, expiresAt, columns: { codeTokenHash, codeHash, codeExpiresAt: expiresAt } };
  }

  /** Whether this is the code of the email. Blanks are ignored. Does not consume it. */
  matches({ codeTokenHash, codeHash }: CodeColumns, code: string): boolean {
    const stored = Buffer.from(codeHash ?? '', 'hex');
    const given = code.replace(/\s/g, '');
    const digests = this.keys.map((key) => digestOf(key, codeTokenHash ?? '', given));
    return digests.some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored));
  }
}

/** The token is part of it, so that a code does not fit another row. */
function digestOf(key: KeyObject, codeTokenHash: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${codeTokenHash} ${code}`).digest();
}
