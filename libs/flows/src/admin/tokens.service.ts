import { type AdminToken, AdminTokens, SCOPES, type Scope } from '@app/admin';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { UsersService } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import { type Administrator, covers, MOST_MAKERS, OPERATOR } from '../access/administrator.js';
import { type Taken, Theft } from '../accounts/theft.js';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';

const DAY = 86_400;
/** The longest life of a token that a user makes. */
const MOST_DAYS = 90;

/** A token that is to be made. */
interface TokenRequest {
  name: string;
  scopes: Scope[];
  /** In seconds since the UNIX epoch; null for a token that does not expire. */
  expiresAt: number | null;
}

/** Creates, shortens and revokes admin tokens. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rank: AdminRank,
    private readonly tokens: AdminTokens,
    private readonly users: UsersService,
    private readonly links: SecureLinkMaker,
    private readonly mail: MailService,
    private readonly access: Access,
    private readonly theft: Theft,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates a token. One that a user or a token makes works only while its maker does: see `TokenAccess`.
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async create(request: TokenRequest): Promise<{ id: string; token: string }> {
    const { name, scopes, expiresAt } = request;
    const by = this.rank.administrator;
    if (by) this.check(request, by);
    if (expiresAt !== null && expiresAt <= this.clock.now()) {
      throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
    }
    return this.database.transaction(async () => {
      const createdBy = by?.actor ?? currentActor().actor;
      const made = await this.tokens.create({ name, scopes, expiresAt, createdBy });
      await this.recordCreation(made.id, name, scopes);
      if (by) await this.announce(request, by);
      return made;
    });
  }

  /**
   * Revokes a token with those that it has made, and ends the sessions in which they act as users. What they have begun and sent stays,
   * but not with `stolen`: then also what they have made is disabled. An administrator can revoke those without further scopes, and
   * the own tokens, but these not as stolen: they may have scopes that the administrator has lost since then.
   * @param stolen also for a token that has expired, or was revoked before
   * @param since of a stolen one, what it has made from this second on
   * @throws {ApiError} TOKEN_NOT_FOUND, INVALID_REQUEST, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED
   */
  async revoke(given: string, stolen = false, since?: number): Promise<Taken | undefined> {
    if (since !== undefined && !stolen)
      throw new ApiError(
        'INVALID_REQUEST',
        'since needs stolen: true. A plain revocation leaves what the token has made.',
      );
    const by = this.rank.administrator;
    const id = await this.database.transaction(async () => {
      if (stolen) await this.rank.requireFactorFor('theft');
      const token = await this.lock(given, stolen);
      const revoked = await this.tokens.revoke(token.id);
      if (revoked && stolen) await this.events.record('admin.token_revoked', { data: { token_id: token.id } });
      else if (revoked) await this.access.tokenRevoked(token.id);
      return token.id;
    });
    if (!stolen) return undefined;
    return this.rank.afterwards(() => this.theft.takeBack({ token: id, since: since ?? 0 }, by ?? OPERATOR));
  }

  /** Lets a token expire sooner. @throws {ApiError} TOKEN_NOT_FOUND, NOT_AUTHORIZED, INVALID_REQUEST for a later time */
  async expireAt(given: string, expiresAt: number): Promise<AdminToken> {
    return this.database.transaction(async () => {
      const token = await this.lock(given);
      if (expiresAt <= this.clock.now()) throw new ApiError('INVALID_REQUEST', 'expires_at must be in the future.');
      if (token.expiresAt !== null && expiresAt > token.expiresAt)
        throw new ApiError('INVALID_REQUEST', 'expires_at can only be brought forward.');
      await this.tokens.expireAt(token.id, expiresAt);
      await this.access.tokenExpires(token.id, expiresAt);
      await this.events.record('admin.token_changed', { data: { token_id: token.id, expires_at: expiresAt } });
      return { ...token, expiresAt };
    });
  }

  /** A token that the administrator may end, locked. @param stolen allows a revoked one, and needs its scopes also of its maker */
  private async lock(given: string, stolen = false): Promise<AdminToken> {
    const token = isUuid(given) ? await this.tokens.lock(given.toLowerCase()) : null;
    if (!token || (token.revokedAt !== null && !stolen)) throw new ApiError('TOKEN_NOT_FOUND');
    const by = this.rank.administrator;
    const isOwn = !stolen && token.createdBy === by?.actor;
    if (!by || isOwn || token.scopes.every((scope) => by.scopes.includes(scope))) return token;
    throw new ApiError(
      'NOT_AUTHORIZED',
      'A token cannot revoke or change another one with scopes that it does not have.',
      {
        reason: 'token to revoke with further scopes',
      },
    );
  }

  /**
   * An administrator makes tokens within the own scopes only, which do not live longer. Checks what the request alone shows.
   * @throws {ApiError} NOT_AUTHORIZED, INVALID_REQUEST
   */
  private check({ scopes, expiresAt }: TokenRequest, by: Administrator): void {
    const beyond = scopes.find((scope) => !covers(by.scopes, scope));
    if (beyond !== undefined) {
      throw new ApiError(
        'NOT_AUTHORIZED',
        `Only an administrator with the scope "${beyond}" can make a token with it.`,
        { reason: 'scopes beyond those of the administrator' },
      );
    }
    if (by.expiresAt !== null && (expiresAt === null || expiresAt > by.expiresAt)) {
      throw new ApiError('NOT_AUTHORIZED', 'A token cannot make another one that lives longer than itself.', {
        reason: 'new token would outlive its maker',
      });
    }
    if (by.makers >= MOST_MAKERS) {
      throw new ApiError(
        'NOT_AUTHORIZED',
        `A token that ${MOST_MAKERS} others have made in turn cannot make another one.`,
        { reason: 'too many makers in turn' },
      );
    }
    const latest = this.clock.now() + MOST_DAYS * DAY;
    if (by.uid !== null && (expiresAt === null || expiresAt > latest)) {
      throw new ApiError('INVALID_REQUEST', `expires_at is required, and must be at most ${MOST_DAYS} days ahead.`);
    }
  }

  /** Informs a user of the token. */
  private async announce({ name, scopes, expiresAt }: TokenRequest, by: Administrator): Promise<void> {
    const user = by.uid === null ? null : await this.users.lock(by.uid);
    if (!user) return;
    const secure = await this.links.ofAddition('admin_token', user, false, { sessionId: by.session?.sessionId });
    const content = { name, scopes: scopes.join(', '), until: expiresAt ?? 0, ...secure };
    await this.mail.notify('admin-token-made', user.email, content, requester());
  }

  async recordCreation(id: string, name: string, scopes: Scope[]): Promise<void> {
    await this.events.record('admin.token_created', { data: { token_id: id, name, scopes } });
  }
}

/** The token in `ADMIN_TOKEN`. */
const FIRST_NAME = 'ADMIN_TOKEN';
const FIRST_CREATOR = 'env';
const ALL: Scope[] = [...SCOPES];

/** Adds the first admin token: that of `ADMIN_TOKEN`, or outside production a new one at the first start. */
@Injectable()
export class FirstToken implements OnModuleInit {
  /** The token that this start has created, which is shown once. */
  created: string | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly tokens: AdminTokens,
    private readonly service: AdminTokenService,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.prepare());
  }

  private async prepare(): Promise<void> {
    const { adminToken, production } = this.env;
    if (adminToken !== undefined) await this.replaceWith(adminToken);
    else if (!production && (await this.tokens.isEmpty())) await this.create();
  }

  /** A new value replaces the previous one. A revoked value stays revoked. */
  private async replaceWith(token: string): Promise<void> {
    // A newer version may have more scopes.
    if (await this.tokens.isKnown(token)) return this.tokens.setScopes(token, FIRST_CREATOR, ALL);
    for (const id of await this.tokens.findByCreator(FIRST_CREATOR)) await this.service.revoke(id);
    const facts = { name: FIRST_NAME, scopes: ALL, expiresAt: null, createdBy: FIRST_CREATOR };
    await this.service.recordCreation(await this.tokens.add(token, facts), FIRST_NAME, ALL);
  }

  private async create(): Promise<void> {
    const { token } = await this.service.create({ name: 'First token', scopes: ALL, expiresAt: null });
    this.created = token;
  }
}
