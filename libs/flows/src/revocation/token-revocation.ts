import { AdminTokens } from '@app/admin';
import { adminActor, EventLog, userActor } from '@app/events';
import { FactorResets } from '@app/factors';
import { OneTimeTokens, SessionRevoker } from '@app/tokens';
import { type User, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import { Burial } from './burial.js';

/**
 * Ends what administrators may do, have made and have begun: admin tokens, the tokens made by these, sessions in which they act as
 * users, unused links, new emails of users and resets of factors that wait.
 */
@Injectable()
export class TokenRevocation {
  constructor(
    private readonly tokens: AdminTokens,
    private readonly sessions: SessionRevoker,
    private readonly burial: Burial,
    private readonly links: OneTimeTokens,
    private readonly resets: FactorResets,
    private readonly users: UserAdministration,
    private readonly events: EventLog,
  ) {}

  /**
   * After a user or a token has lost a right for good, or for a time: what was made or begun before does not work again when the
   * right comes back. To be called in the transaction that takes the right away and has locked the user or the token.
   * @param actor the user or the token
   */
  async madeBy(actor: string): Promise<void> {
    await this.links.end({ madeBy: actor });
    const stopped = await this.resets.stopAskedBy(actor);
    await this.events.recordEach(
      'mfa.reset_stopped',
      stopped.map((uid) => ({ uid })),
    );
    await this.accessBy(actor, true);
  }

  /** Takes the admin scopes away: they need a factor and a proved address, which an administrator gives together. */
  async removeScopes({ uid, adminScopes }: Pick<User, 'uid' | 'adminScopes'>): Promise<void> {
    if (adminScopes === '') return;
    await this.users.change(uid, { adminScopes: '' });
    await this.madeBy(userActor(uid));
    await this.events.record('user.admin_scopes_removed', { uid, data: { admin_scopes: adminScopes.split(',') } });
  }

  /**
   * After a token was revoked. Its access ends with the tokens that it has made.
   * @param andBegun whether what these have begun and sent ends, too: not when a token is only replaced
   */
  async revoked(id: string, andBegun = false): Promise<void> {
    await this.events.record('admin.token_revoked', { data: { token_id: id } });
    await (andBegun ? this.madeBy(adminActor(id)) : this.accessBy(adminActor(id), false));
  }

  /** After a token expires sooner: sessions in which it, or a token that it has made, acts as a user end now if they would outlive it. */
  async expiresAt(id: string, at: number): Promise<void> {
    const ended = await this.sessions.endImpersonations({ impersonator: adminActor(id) }, at);
    await this.burial.recordSessions(ended, 'administrator');
    for (const child of await this.tokens.findByCreator(adminActor(id))) await this.expiresAt(child, at);
  }

  private async accessBy(actor: string, andBegun: boolean): Promise<void> {
    await this.burial.recordSessions(await this.sessions.endImpersonations({ impersonator: actor }), 'administrator');
    for (const id of await this.tokens.revokeByCreator(actor)) await this.revoked(id, andBegun);
  }
}
