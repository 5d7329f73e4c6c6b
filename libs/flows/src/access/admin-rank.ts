import { AdminTokens, ConsoleSessions, type Scope, scopesIn } from '@app/admin';
import { Clock, Database, type WriteRule } from '@app/database';
import { ApiError } from '@app/errors';
import { AsyncContext } from '@app/tracing';
import { type LockedUser, type User, UsersService } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Administrator,
  type AdministratorOrOperator,
  factorFor,
  type Made,
  OPERATOR,
  type Operation,
  ofUser,
  TokenAccess,
  widens,
} from './administrator.js';
import { FactorMethods } from './factor-methods.js';
import { RecentSignIn } from './recent-sign-in.js';

/** A request of the admin API while its handler works. */
interface AdminRequest extends Pick<Operation, 'deed' | 'anyRank'> {
  by: Administrator;
  /** The user in the path, if there is one. */
  uid?: string;
  /** That user, locked at the beginning of the transaction that runs. */
  locked?: LockedUser | undefined;
  /** Set once the session has shown a factor for this request. */
  proved?: boolean;
}

/** A statement that changes something. */
const WRITE = /^\s*(?!SELECT\b|EXPLAIN\b|SHOW\b|PRAGMA\b)/i;

/**
 * Decides which administrator may change what, and whom. To set the password, the address or the factors of a user is to become that
 * user, so it needs all scopes that the user has. Each transaction of a request begins with these checks, whatever the flow does, and
 * nothing can be changed outside of one.
 */
@Injectable()
export class AdminRank implements WriteRule, OnModuleInit {
  private readonly requests = new AsyncContext<AdminRequest | undefined>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly tokens: AdminTokens,
    private readonly access: TokenAccess,
    private readonly console: ConsoleSessions,
    private readonly methods: FactorMethods,
    private readonly recent: RecentSignIn,
  ) {}

  onModuleInit(): void {
    this.database.ruleBy(this);
  }

  /** Runs the handler of a request. All of its transactions are checked. */
  during<T>(request: AdminRequest, work: () => Promise<T>): Promise<T> {
    return this.requests.run(request, work);
  }

  /** Runs what follows from a change that was allowed, and must not stop half-way. */
  afterwards<T>(work: () => Promise<T>): Promise<T> {
    return this.requests.run(undefined, work);
  }

  /** Runs work that goes on after the handler of the request. Also its transactions are checked. */
  detached<T>(work: () => Promise<T>): Promise<T> {
    const request = this.requests.current;
    return request ? this.requests.run(request, work) : work();
  }

  /** The administrator of the running request; undefined for the operator and for jobs, which may do everything. */
  get administrator(): Administrator | undefined {
    return this.requests.current?.by;
  }

  /** @throws {ApiError} NOT_AUTHENTICATED, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED */
  async begin(): Promise<void> {
    const request = this.requests.current;
    if (!request) return;
    const { by, deed, uid, anyRank } = request;
    if (deed === 'reads') throw new Error('An operation that only reads has begun a transaction: see Access.');
    const locked = await this.lockUsers(by.uid, uid);
    await this.confirm(by, locked);
    const user = locked.get(uid ?? '');
    if (user && !anyRank) requireRank(user, by);
    if (factorFor(deed) === 'always') await this.requireFactor(request, locked);
    request.locked = user;
  }

  alone(statement: string): void {
    if (this.requests.current && WRITE.test(statement))
      throw new Error(`An administrator changes something outside of a transaction: ${statement}`);
  }

  /**
   * The user whom an administrator changes, locked until the end of the transaction: scopes that the user gets meanwhile count.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async lock(uid: string): Promise<LockedUser> {
    const user = await this.users.lock(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    const request = this.requests.current;
    if (request && !request.anyRank) requireRank(user, request.by);
    return user;
  }

  /** Runs work in one transaction that has locked the user: see `lock()`. @throws {ApiError} NOT_AUTHENTICATED too */
  transaction<T>(uid: string, work: (user: LockedUser) => Promise<T>): Promise<T> {
    const request = this.requests.current;
    if (!request) return this.database.transaction(async () => work(await this.lock(uid)));
    const own: AdminRequest = { ...request, uid, locked: undefined };
    // Inside of another transaction nothing has begun, and the user is not locked yet.
    const inside = () => this.database.transaction(async () => work(own.locked ?? (await this.lock(uid))));
    return this.requests.run(own, inside);
  }

  /**
   * To be called in the transaction of a change that adds to what something may do, and with the thing that the operation declares.
   * A person must have shown a factor of late.
   * @throws {ApiError} REAUTHENTICATION_REQUIRED
   */
  async requireFactorFor(thing: Made): Promise<void> {
    const request = this.requests.current;
    if (!request) return;
    const { deed, by } = request;
    if (typeof deed === 'string' || deed.makes !== thing)
      throw new Error(`An operation does not declare that it makes: ${thing}`);
    await this.requireFactor(request, await this.lockUsers(by.uid));
  }

  /**
   * The same as at the beginning of a transaction but without a lock, before each step of work that only reads: a right that is lost
   * later ends the next step.
   * @param by for work that runs outside of the handler, such as a stream
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async requireStill(by: AdministratorOrOperator = this.administrator ?? OPERATOR): Promise<void> {
    if (by === OPERATOR) return;
    const stored = by.uid === null ? await this.access.find(by.tokenId ?? '') : await this.users.find(by.uid);
    const isUser = stored && 'adminScopes' in stored;
    const now = isUser ? ofUser(stored, await this.methods.needsFactor(stored)) : stored;
    requireScopes(by, now, by.session === undefined || (await this.console.isOpen(by.session)));
  }

  /**
   * Locks all users of a change before it reads anything else: on MySQL, what a transaction reads without a lock is as old as its
   * first such read. In the order of their uids, so that administrators who change each other do not end in a deadlock.
   */
  private async lockUsers(...uids: (string | null | undefined)[]): Promise<Map<string, LockedUser>> {
    const given = [...new Set(uids)].filter((uid) => typeof uid === 'string');
    const locked = new Map<string, LockedUser>();
    for (const uid of given.sort()) {
      const user = await this.users.lock(uid);
      if (user) locked.set(uid, user);
    }
    return locked;
  }

  /** Only by statements that lock. The end of a maker ends the tokens that it has made, but for the time at which it expires. */
  private async confirm(by: Administrator, locked: Map<string, LockedUser>): Promise<void> {
    const user = locked.get(by.uid ?? '');
    const alive = by.expiresAt === null || by.expiresAt > this.clock.now();
    const now =
      by.tokenId === null
        ? user && ofUser(user, await this.methods.needsFactor(user))
        : alive && (await this.tokens.confirm(by.tokenId)) && by;
    requireScopes(by, now || undefined, by.session === undefined || (await this.console.confirm(by.session)));
  }

  private async requireFactor(request: AdminRequest, locked: Map<string, LockedUser>): Promise<void> {
    const { by } = request;
    const user = locked.get(by.uid ?? '');
    if (!user || request.proved) return;
    await this.recent.requireEarlierFactor(by.session?.sessionId ?? null, user);
    request.proved = true;
  }
}

/** @throws {ApiError} NOT_AUTHENTICATED */
function requireScopes({ scopes }: Administrator, now: Administrator | undefined | null, isOpen: boolean): void {
  if (now && isOpen && scopes.every((scope) => now.scopes.includes(scope))) return;
  throw new ApiError('NOT_AUTHENTICATED', 'The administrator has meanwhile lost the right to do this.', {
    reason: 'administrator signed out, revoked or with fewer scopes meanwhile',
  });
}

/** A scope of a user that an administrator lacks; undefined for a user of no higher rank. */
export function scopeBeyond(
  user: Pick<User, 'adminScopes'>,
  by: Pick<Administrator, 'scopes'> | typeof OPERATOR,
): Scope | undefined {
  return by === OPERATOR ? undefined : scopesIn(user.adminScopes).find((scope) => !by.scopes.includes(scope));
}

/** @throws {ApiError} NOT_AUTHORIZED */
function requireRank(user: Pick<User, 'adminScopes'>, by: Administrator): void {
  const beyond = scopeBeyond(user, by);
  if (beyond === undefined) return;
  throw new ApiError(
    'NOT_AUTHORIZED',
    `This user has the scope "${beyond}". Only an administrator who has it, too, can change the user.`,
    { reason: 'user with a scope that the administrator lacks' },
  );
}

/**
 * Scopes are given only by an administrator who has them, and not by an admin token that expires: they would outlive it.
 * @param scopes all scopes that the user will have
 * @param earlier those that the user has
 * @throws {ApiError} NOT_AUTHORIZED
 */
export function requireGrant(scopes: Scope[], earlier: Scope[], by: Administrator): void {
  const missing = (['admins', ...scopes] as const).find((scope) => !by.scopes.includes(scope));
  if (missing !== undefined) {
    throw new ApiError('NOT_AUTHORIZED', `Only an administrator with the scope "${missing}" can set these scopes.`, {
      reason: 'scopes beyond those of the administrator',
    });
  }
  if (by.expiresAt !== null && widens(scopes, earlier)) {
    throw new ApiError('NOT_AUTHORIZED', 'An admin token that expires cannot give scopes to a user.', {
      reason: 'scopes by an admin token that expires',
    });
  }
}
