import { AdminTokens, type ConsoleOwner, ConsoleSessions, SCOPES } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog, onBehalfOf } from '@app/events';
import { OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, ofToken, ofUser, SPENT_LINK, TokenAccess } from '../access/administrator.js';
import { FactorMethods } from '../access/factor-methods.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { AdminTokenService } from './tokens.service.js';

/** What the guard or the body of a sign-in has. */
interface SignInProof {
  admin?: Administrator;
  caller?: CallerIdentity;
  /** The token of a link that signs in once. */
  once?: string;
}

/** A new session, with the value of its cookie. */
interface OpenedSession {
  cookie: string;
  admin: Administrator;
}

const LINK_SECONDS = 300;
/** The name and the creator of the token that owns the sessions of these links. */
const OWNER_NAME = 'Console link';
const OWNER_CREATOR = 'console';

/**
 * Opens and ends sessions of the console. A link signs in to it once: a start outside production prints one, and the command line
 * makes others. Its session belongs to an admin token whose text is thrown away: it is in the list of tokens, and its revocation ends
 * the sessions.
 */
@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly sessions: ConsoleSessions,
    private readonly users: UsersService,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly methods: FactorMethods,
    private readonly oneTime: OneTimeTokens,
    private readonly tokens: AdminTokens,
    private readonly tokenAccess: TokenAccess,
    private readonly adminTokens: AdminTokenService,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /**
   * Opens a session.
   * @param earlier the cookie of the request, whose session ends
   * @throws {ApiError} NOT_AUTHENTICATED, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED, INVALID_REQUEST
   */
  async open(proof: SignInProof, earlier: string | undefined): Promise<OpenedSession> {
    const { admin, caller, once } = proof;
    const given = [admin ?? caller, once].filter((part) => part !== undefined);
    if (given.length !== 1) throw new ApiError('INVALID_REQUEST', 'Either token or once is required.');
    if (caller) return this.openForUser(caller, earlier);
    return this.database.transaction(async () => this.begin(admin ?? (await this.consume(once ?? '')), earlier));
  }

  /** With the user locked, so that the end of all sessions of the user, which locks it too, comes before or after. */
  private openForUser(caller: CallerIdentity, earlier: string | undefined): Promise<OpenedSession> {
    return this.stale.transaction(caller, async (user) => {
      const admin = ofUser(user, await this.methods.needsFactor(user));
      if (!admin)
        throw new ApiError('NOT_AUTHORIZED', 'This user may not administer.', { reason: 'user without admin scopes' });
      await this.recent.requireEarlierFactor(caller.sessionId, user);
      return this.begin(admin, earlier, caller.sessionId);
    });
  }

  private async begin(
    admin: Administrator,
    earlier: string | undefined,
    sessionId: string | null = null,
  ): Promise<OpenedSession> {
    const { actor, uid, tokenId } = admin;
    if (earlier !== undefined) await this.access.endConsole(earlier);
    const owner: ConsoleOwner = { adminTokenId: tokenId, uid, sessionId };
    const { cookie, session } = await this.sessions.open(owner);
    await this.events.record('admin.signed_in', { uid, actor });
    return { cookie, admin: { ...admin, session } };
  }

  /** Ends the session of a cookie, and the session of the user that opened it: the console has signed the user in for itself. */
  async end({ actor, uid, session }: Administrator, cookie: string): Promise<void> {
    await this.database.transaction(async () => {
      if (uid !== null) await this.users.lock(uid);
      if (!(await this.access.endConsole(cookie))) return;
      await this.events.record('admin.signed_out', { uid, actor });
      const parent = session?.sessionId;
      if (uid !== null && parent != null) await this.access.end('logged_out', { uid, session: parent });
    });
  }

  /** Makes a link that signs in to the console once, with all scopes. */
  async createLink(): Promise<string> {
    const { token } = await this.oneTime.create({
      purpose: 'console',
      uid: null,
      livesIn: 'nothing',
      data: {},
      lifetime: LINK_SECONDS,
    });
    return `${this.env.baseUrl}/console#once=${token}`;
  }

  /** Consumes the token of a link. @throws {ApiError} NOT_AUTHENTICATED */
  private async consume(token: string): Promise<Administrator> {
    const challenge = await this.oneTime.open(token, 'console');
    if (!challenge || !(await this.oneTime.consume(challenge)))
      throw new ApiError('NOT_AUTHENTICATED', SPENT_LINK, { reason: 'unknown, used or expired link to the console' });
    return (await this.ownerOfLinks()) ?? this.createOwner();
  }

  /** The token of an earlier start, if it still has all scopes. */
  private async ownerOfLinks(): Promise<Administrator | undefined> {
    for (const id of await this.tokens.findByCreator(OWNER_CREATOR)) {
      const token = await this.tokenAccess.useById(id);
      if (token?.scopes.length === SCOPES.length) return token;
    }
    return undefined;
  }

  private async createOwner(): Promise<Administrator> {
    const facts = { name: OWNER_NAME, scopes: [...SCOPES], expiresAt: null, createdBy: OWNER_CREATOR };
    const { id } = await this.tokens.create(facts);
    const actor = { actor: 'system', ip: currentActor().ip };
    await onBehalfOf(actor, () => this.adminTokens.recordCreation(id, OWNER_NAME, facts.scopes));
    return ofToken({ ...facts, id }, { expiresAt: null, makers: 0 });
  }
}
