import { type ConsoleOwner, ConsoleSessions } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { hashToken } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, ofUser } from '../access/administrator.js';
import { FactorMethods } from '../access/factor-methods.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { OnceLinks } from './tokens.service.js';

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

/** Opens sessions of the console. */
@Injectable()
export class ConsoleSignIn {
  constructor(
    private readonly database: Database,
    private readonly sessions: ConsoleSessions,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly methods: FactorMethods,
    private readonly links: OnceLinks,
    private readonly events: EventLog,
  ) {}

  /**
   * @param earlier the cookie of the request, whose session ends
   * @throws {ApiError} NOT_AUTHENTICATED, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED, INVALID_REQUEST
   */
  async open(proof: SignInProof, earlier: string | undefined): Promise<OpenedSession> {
    const { admin, caller, once } = proof;
    const given = [admin ?? caller, once].filter((part) => part !== undefined);
    if (given.length !== 1) throw new ApiError('INVALID_REQUEST', 'Either token or once is required.');
    if (caller) return this.openForUser(caller, earlier);
    return this.database.transaction(async () => this.begin(admin ?? (await this.links.consume(once ?? '')), earlier));
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
    if (earlier !== undefined) await this.sessions.end(earlier);
    const owner: ConsoleOwner = { adminTokenId: tokenId, uid, sessionId };
    const { cookie, session } = await this.sessions.open(owner);
    await this.events.record('admin.signed_in', { uid, actor });
    return { cookie, admin: { ...admin, session } };
  }
}

/** Ends sessions of the console. */
@Injectable()
export class ConsoleSignOut {
  constructor(
    private readonly database: Database,
    private readonly sessions: ConsoleSessions,
    private readonly users: UsersService,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** Ends the session of a cookie, and the session of the user that opened it: the console has signed the user in for itself. */
  async end({ actor, uid, session }: Administrator, cookie: string): Promise<void> {
    await this.database.transaction(async () => {
      if (uid !== null) await this.users.lock(uid);
      if (!(await this.sessions.end(cookie))) return;
      await this.access.consoleEnded(hashToken(cookie));
      await this.events.record('admin.signed_out', { uid, actor });
      const parent = session?.sessionId;
      if (uid !== null && parent != null) await this.access.end('logged_out', { uid, session: parent });
    });
  }
}
