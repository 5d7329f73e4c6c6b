import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOf, onBehalfOfUser, type RequestActor } from '@app/events';
import { type Client, impersonatorOf, type TokenPair, TokensService } from '@app/tokens';
import { type Authenticated, SignInService, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { LoginFailures } from '../access/login-failures.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { AccessRevocation } from '../revocation/access-revocation.js';
import { tokensOf } from '../sign-in/outcome.js';
import { BY_PASSWORD } from '../sign-in/proof.js';
import { SessionAssurance } from '../sign-in/session-assurance.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** Signs in by a password, and refreshes sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly gate: SignInGate,
    private readonly tokens: TokensService,
    private readonly revocation: AccessRevocation,
    private readonly stale: StaleTokens,
    private readonly users: UsersService,
    private readonly signIns: SignInService,
    private readonly assurance: SessionAssurance,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Signs a user in whose password was just found right.
   * A change of the password, the factors or the policy since then is no failed guess: the password is compared once more.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user was changed, deleted or disabled since then;
   * MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async logIn(user: Authenticated, password: string, client: Client): Promise<TokenPair> {
    try {
      const { outcome } = await this.database
        .transaction(() => this.gate.open(user, BY_PASSWORD, client))
        .catch((error) => {
          if (error.code === 'INVALID_CREDENTIALS') return this.openAgain(user, password, client);
          throw error;
        });
      return tokensOf(outcome);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'INVALID_CREDENTIALS') await this.failures.record(user.uid, 'changed');
      if (code === 'USER_DISABLED') await this.failures.record(user.uid, 'disabled');
      throw error;
    }
  }

  /** With the user locked, so that no further change comes between. Compares the password again only if it has changed. */
  private async openAgain(user: Authenticated, password: string, client: Client) {
    const { uid, email } = user;
    const same = (await this.users.find(uid))?.passwordVersion === user.passwordVersion;
    const again = same ? { user } : await this.signIns.authenticate(email, password);
    return this.database.transaction(async () => {
      const locked = await this.users.lock(uid);
      if (!locked || !('user' in again) || locked.passwordVersion !== again.user.passwordVersion) {
        throw new ApiError('INVALID_CREDENTIALS', { reason: 'password changed or account deleted meanwhile' });
      }
      return this.gate.open(locked, BY_PASSWORD, client);
    });
  }

  /**
   * Exchanges a refresh token for new tokens. A token that was used before ends its session.
   * @param actor read only when a session ends: recording it for each refresh would make all reads slower
   * @param inCookie whether the token was in a cookie
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(refreshToken: string, actor: RequestActor, inCookie: boolean): Promise<TokenPair> {
    const result = await this.tokens.refresh(refreshToken, (session) => this.assurance.admit(session), inCookie);
    if ('accessToken' in result) return result;
    const event = 'reused' in result ? 'token_reused' : 'factor_overdue';
    const { uid, sessionId } = 'reused' in result ? result.reused : result.overdue;
    await onBehalfOf(actor, () => this.revocation.afterSession(event, uid, sessionId));
    const reason = event === 'token_reused' ? 'refresh token used before' : 'second factor overdue';
    throw new ApiError('INVALID_REFRESH_TOKEN', { reason });
  }

  /**
   * Ends the session of a refresh token, or all sessions of the user if there is no token. A session that has already
   * ended is no failure. An administrator who acts as the user ends only the own session, which has no refresh token.
   * @throws {ApiError} NOT_AUTHENTICATED for a stale access token; INVALID_REFRESH_TOKEN for a token of another user or
   * a text that is no refresh token; IMPERSONATION_FORBIDDEN
   */
  async logOut(caller: CallerIdentity, refreshToken: string | undefined): Promise<void> {
    const { uid, sessionId: own, claims } = caller;
    const impersonating = impersonatorOf(claims) !== undefined;
    await this.stale.transaction(caller, async () => {
      const sessionId = refreshToken === undefined ? undefined : this.tokens.sessionOf(refreshToken, uid);
      if (impersonating && sessionId !== undefined) throw new ApiError('IMPERSONATION_FORBIDDEN');
      if (impersonating || sessionId !== undefined) {
        await this.revocation.afterSession('logged_out', uid, sessionId ?? own);
      } else await this.revocation.after('logged_out_everywhere', uid);
    });
  }

  /**
   * Ends the session of a refresh token, or all sessions of its user. The token is the only proof, so only one of a living session
   * counts. Without such a session there is nothing to end, which is no failure.
   */
  async logOutByToken(refreshToken: string | undefined, everywhere: boolean): Promise<void> {
    const session = refreshToken === undefined ? undefined : this.tokens.sessionKeyOf(refreshToken);
    if (!session) return;
    const { uid, sessionId } = session;
    const end = async () => {
      if (!(await this.users.lock(uid)) || !(await this.stale.isLiving(session))) return;
      if (everywhere) await this.revocation.after('logged_out_everywhere', uid);
      else await this.revocation.afterSession('logged_out', uid, sessionId);
    };
    await onBehalfOfUser(uid, () => this.database.transaction(end));
  }

  /** A user ends one of their own sessions. @throws {ApiError} NOT_AUTHENTICATED, SESSION_NOT_FOUND */
  endOwn(caller: CallerIdentity, given: string): Promise<void> {
    const sessionId = given.toLowerCase();
    return this.stale.transaction(caller, async ({ uid }) => {
      if (isUuid(sessionId) && (await this.revocation.afterSession('session_ended', uid, sessionId))) return;
      throw new ApiError('SESSION_NOT_FOUND');
    });
  }
}
