import { AdminTokens } from '@app/admin';
import { ClientStore } from '@app/clients';
import { Database } from '@app/database';
import { adminActor, EventLog, userActor } from '@app/events';
import { ProviderAdministration } from '@app/federation';
import { UserAdministration, UserQueries, UsersService } from '@app/users';
import { WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { scopeBeyond } from '../../access/admin-rank.js';
import type { AdministratorOrOperator } from '../../access/administrator.js';
import { Access } from '../../revocation/access.js';

/** How many users one transaction disables. */
const SLICE = 100;
/** How many of each kind an event names. */
const MOST_NAMED = 200;

/** What was taken from a thief: the ids of what is disabled now, of users without their scopes, and of revoked tokens. */
export type Taken = Record<'clients' | 'providers' | 'webhooks' | 'users' | 'scopes' | 'tokens', string[]>;

/** Who may have worked for a thief, and since when. */
interface Maker {
  actor: string;
  since: number;
}

/** Takes back what a stolen admin token has made, so that the thief keeps nothing. Each call finds what is left. */
@Injectable()
export class StolenToken {
  constructor(
    private readonly database: Database,
    private readonly tokens: AdminTokens,
    private readonly clients: ClientStore,
    private readonly providers: ProviderAdministration,
    private readonly webhooks: WebhookStore,
    private readonly users: UsersService,
    private readonly directory: UserQueries,
    private readonly administration: UserAdministration,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** @param by users of a higher rank stay enabled */
  async takeBack(id: string, by: AdministratorOrOperator): Promise<Taken> {
    const taken: Taken = { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
    const makers: Maker[] = [{ actor: adminActor(id), since: 0 }];
    // Grows on the way: what it made and to whom it gave scopes, may have made more.
    for (const maker of makers) makers.push(...(await this.takeFrom(maker, taken, makers)));
    for (const maker of makers) await this.disableUsers(maker, taken, by);
    for (const provider of taken.providers) await this.access.endProvider(provider);
    const named = Object.entries(taken).map(([kind, ids]) => [kind, ids.slice(0, MOST_NAMED)]);
    const data = { token_id: id, ...Object.fromEntries(named) };
    await this.database.transaction(() => this.events.record('admin.token_stolen', { data }));
    return taken;
  }

  /** Ends what one maker has begun and made, but for the users. Returns who worked for it. */
  private async takeFrom({ actor, since }: Maker, taken: Taken, known: Maker[]): Promise<Maker[]> {
    const found = await this.database.transaction(async () => {
      const step: Taken = { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
      step.tokens = await this.usableTokensBy(actor);
      await this.access.endRightsOf(actor);
      const given = await this.directory.withScopesBy(actor);
      for (const { uid } of given) if (await this.removeScopes(uid, actor)) step.scopes.push(uid);
      step.clients = await this.disableClients(actor, since);
      step.webhooks = await this.disableWebhooks(actor, since);
      step.providers = await this.disableProviders(actor, since);
      const made = (await this.tokens.madeBy(actor, since)).map((id) => ({ actor: adminActor(id), since: 0 }));
      return { step, makers: [...made, ...given.map((user) => ({ actor: userActor(user.uid), since: user.since }))] };
    });
    for (const [kind, ids] of Object.entries(found.step)) taken[kind as keyof Taken].push(...ids);
    return found.makers.filter((maker) => !known.some(({ actor: other }) => other === maker.actor));
  }

  /** Also those that these have made. */
  private async usableTokensBy(actor: string): Promise<string[]> {
    const ids = await this.tokens.findByCreator(actor);
    const further = [];
    for (const id of ids) further.push(...(await this.usableTokensBy(adminActor(id))));
    return [...ids, ...further];
  }

  /** Whether the user still had scopes by this maker. */
  private async removeScopes(uid: string, actor: string): Promise<boolean> {
    const user = await this.users.lock(uid);
    if (!user || !(await this.directory.withScopesBy(actor)).some((given) => given.uid === uid)) return false;
    await this.access.removeScopes(user);
    return true;
  }

  private async disableClients(actor: string, since: number): Promise<string[]> {
    const ids = await this.clients.madeBy(actor, since);
    for (const id of ids) {
      await this.clients.change(await this.clients.lock(id), { active: false });
      const data = { client_id: id, fields: ['active'], tokens: 'revoked' };
      await this.events.record('client.changed', { data });
    }
    return ids;
  }

  private async disableWebhooks(actor: string, since: number): Promise<string[]> {
    const ids = await this.webhooks.madeBy(actor, since);
    for (const id of ids) {
      await this.webhooks.update(id, { active: false });
      await this.events.record('webhook.changed', { data: { webhook_id: id, change: 'updated' } });
    }
    return ids;
  }

  private async disableProviders(actor: string, since: number): Promise<string[]> {
    const ids = await this.providers.madeBy(actor, since);
    for (const id of ids) {
      await this.providers.change(id, { enabled: false });
      const data = { provider: id, change: 'updated', fields: ['enabled'] };
      await this.events.record('provider.changed', { data });
    }
    return ids;
  }

  /** Of those whom the maker could sign in as. In small transactions: an import may have made many. */
  private async disableUsers({ actor, since }: Maker, taken: Taken, by: AdministratorOrOperator): Promise<void> {
    for (let after = ''; ; ) {
      const uids = await this.directory.madeBy(actor, since, after, SLICE);
      const disabled = await this.database.transaction(async () => {
        const done: string[] = [];
        for (const uid of uids) if (await this.disable(uid, by)) done.push(uid);
        return done;
      });
      taken.users.push(...disabled);
      if (uids.length < SLICE) return;
      after = uids.at(-1) ?? '';
    }
  }

  private async disable(uid: string, by: AdministratorOrOperator): Promise<boolean> {
    const user = await this.users.lock(uid);
    if (!user?.active || scopeBeyond(user, by) !== undefined) return false;
    await this.administration.change(uid, { active: false });
    await this.events.record('user.disabled', { uid });
    await this.access.end('account_disabled', { uid });
    return true;
  }
}
