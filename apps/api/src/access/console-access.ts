import { type ConsoleSession, ConsoleSessions } from '@app/admin';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type Administrator, FactorMethods, ofUser, TokenAccess } from '@app/flows';
import { SessionStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { consoleCookie, type HostCookie, readCookie } from '../wire/cookies.js';

const HEADER = 'x-latchkey-console';
const SAFE_METHODS = ['GET', 'HEAD'];
/** What a browser says of a request that no page of another origin has caused (Fetch Metadata). */
const OWN_SITES = ['same-origin', 'none'];

/** Recognises the browsers of administrators by the cookie of the console. */
@Injectable()
export class ConsoleAccess {
  readonly cookie: HostCookie;
  private readonly origin: string;

  constructor(
    private readonly env: Env,
    private readonly sessions: ConsoleSessions,
    private readonly tokens: TokenAccess,
    private readonly users: UsersService,
    private readonly userSessions: SessionStore,
    private readonly factors: FactorMethods,
  ) {
    this.origin = new URL(env.baseUrl).origin;
    this.cookie = consoleCookie(env.baseUrl);
  }

  /** The administrator with the cookie of the request; undefined without a session. @throws {ApiError} NOT_AUTHENTICATED */
  async administrator(request: FastifyRequest): Promise<Administrator | undefined> {
    const cookie = readCookie(request, this.cookie);
    if (!this.env.console || cookie === undefined || !isOwnSite(request)) return undefined;
    if (!SAFE_METHODS.includes(request.method)) this.requireOwnPage(request);
    const session = await this.sessions.use(cookie);
    const owner = session && (await this.ownerOf(session));
    return owner && { ...owner, session };
  }

  /**
   * Requires the header that only scripts can set and the origin of this service, so that no other page can send the request.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  requireOwnPage({ headers }: FastifyRequest): void {
    if (headers[HEADER] !== '1') {
      throw new ApiError('NOT_AUTHENTICATED', 'A change by the console needs the header X-Latchkey-Console: 1.', {
        reason: 'change by the console without its header',
      });
    }
    if (headers.origin !== this.origin) {
      throw new ApiError('NOT_AUTHENTICATED', `The console works at ${this.origin} only, the origin of BASE_URL.`, {
        reason: 'page of another origin than BASE_URL',
      });
    }
  }

  private async ownerOf({ adminTokenId, uid, sessionId }: ConsoleSession): Promise<Administrator | undefined> {
    if (adminTokenId !== null) return this.tokens.useById(adminTokenId);
    const user = uid === null ? null : await this.users.find(uid);
    if (!user || !(await this.isAlive(user.uid, sessionId ?? ''))) return undefined;
    return ofUser(user, await this.factors.needsFactor(user));
  }

  /** Whether the session of the user is alive in which that of the console began. This is a use of it. */
  private async isAlive(uid: string, sessionId: string): Promise<boolean> {
    const session = await this.userSessions.find(sessionId, uid);
    const lineage = session && (await this.userSessions.livingLineage(session));
    if (lineage) await this.userSessions.useWithin(lineage);
    return lineage !== undefined;
  }
}

/** Old browsers send no such header; the cookie's SameSite=Strict protects them. */
function isOwnSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || OWN_SITES.includes(String(site));
}
