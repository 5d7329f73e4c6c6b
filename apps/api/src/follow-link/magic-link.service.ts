import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import type { Client, Link } from '@app/tokens';
import { EmailOwnership, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { appendParameters } from '../link/append-parameters.js';
import { parametersOf } from '../sign-in/outcome.js';
import { BY_MAGIC_LINK, type SignInOutcome } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { FirstProof } from './first-proof.js';
import { LinkUse } from './link-use.js';

/** Errors of a sign-in whose user another request changed at the same time. */
const RETRIED = ['EMAIL_ALREADY_IN_USE', 'INVALID_CREDENTIALS'];

/** Signing in by a magic link. */
@Injectable()
export class MagicLinkService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly use: LinkUse,
    private readonly proof: FirstProof,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
  ) {}

  /** Returns the URL to redirect to. @throws {ApiError} INVALID_LINK */
  async follow(token: string, client: Client): Promise<string> {
    const link = await this.use.require(token, 'magic_link');
    return this.use.withErrors(link, async () => {
      const outcome = await this.signIn(link, client);
      if ('demand' in outcome) return appendParameters(link.target, parametersOf(outcome.demand));
      const { uid, accessToken, refreshToken, expiry } = outcome.tokens;
      return appendParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }

  /**
   * Retries once if the user changed at the same time: when two links of one new address are followed in parallel, the
   * second sign-in then finds the user that the first one created.
   */
  private async signIn(link: Link, client: Client): Promise<SignInOutcome> {
    const attempt = () => this.database.transaction(() => this.signInOnce(link, client));
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiError && RETRIED.includes(error.code)) return attempt();
      throw error;
    }
  }

  private async signInOnce(link: Link, client: Client): Promise<SignInOutcome> {
    await this.use.consume(link);
    const { user, created } = await this.userOf(link);
    if (!user.active) throw new ApiError('USER_DISABLED');
    return onBehalfOfUser(user.uid, async () => {
      await this.use.record(link, user.uid);
      await (created ? this.recordCreation(user) : this.proof.apply(user));
      return this.gate.open(user, BY_MAGIC_LINK, client);
    });
  }

  private async userOf({ uid, email, signUp }: Link): Promise<{ user: User; created: boolean }> {
    const user = uid === null ? await this.users.findByEmail(email) : await this.users.lock(uid);
    if (user?.email === email) return { user, created: false };
    if (uid !== null || !signUp) throw new ApiError('LINK_EXPIRED');
    return { user: await this.ownership.createProved(email), created: true };
  }

  private async recordCreation({ uid }: User): Promise<void> {
    await this.events.record('user.created', { uid, data: { method: 'magic_link' } });
    await this.events.record('user.email_verified', { uid });
  }
}
