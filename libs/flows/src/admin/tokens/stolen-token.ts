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

/** What one transaction takes. */
interface Small {
  taken: Taken;
  makers: Maker[];
  /** Also those that were disabled before: their sessions may be open. */
  providers: string[];
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

  /**
   * All but the users in one transaction: after a failure, a repetition finds the rest.
   * @param by users of a higher rank stay enabled
   */
  async takeBack(id: string, by: AdministratorOrOperator): Promise<Taken> {
    const former = await this.takenEarlier(id);
    const first = await this.database.transaction(async () => {
      const small = await this.takeSmall(id, former);
      await this.record(id, small.taken);
      return small;
    });
    // A request under way may have made something that the first transaction did not see yet. Now nobody makes more.
    const formerNow = [...former, ...first.taken.scopes];
    const { taken: late, makers, providers } = await this.database.transaction(() => this.takeSmall(id, formerNow));
    for (const provider of providers) await this.access.endProvider(provider);
    for (const maker of makers) await this.disableUsers(maker, late, by);
    const kinds = Object.keys(late) as (keyof Taken)[];
    const taken = Object.fromEntries(kinds.map((kind) => [kind, [...first.taken[kind], ...late[kind]]])) as Taken;
    if (kinds.some((kind) => late[kind].length > 0)) await this.database.transaction(() => this.record(id, taken));
    return taken;
  }

  /** The users whose scopes earlier calls have taken: what they have made belongs to it still. */
  private async takenEarlier(id: string): Promise<string[]> {
    const { rows } = await this.events.list({ type: 'admin.token_stolen' }, { limit: MOST_NAMED }, true);
    const calls = rows.map(({ data }) => JSON.parse(data) as Taken & { token_id: string });
    return calls.filter((call) => call.token_id === id).flatMap(({ scopes }) => scopes);
  }

  /** Ends what was begun and made, but for the users. Returns also who worked for the thief, and all of their providers. */
  private async takeSmall(id: string, former: string[]): Promise<Small> {
    const taken: Taken = { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
    const small: Small = { taken, providers: [], makers: [{ actor: adminActor(id), since: 0 }] };
    // Grows on the way: what it made and to whom it gave scopes, may have made more.
    for (const maker of small.makers) {
      const found = await this.takeFrom(maker, small, former);
      small.makers.push(...found.filter(({ actor }) => !small.makers.some((known) => known.actor === actor)));
    }
    return small;
  }

  /** Takes what one maker has begun and made. Returns who worked for it. */
  private async takeFrom({ actor, since }: Maker, { taken, providers }: Small, former: string[]): Promise<Maker[]> {
    taken.tokens.push(...(await this.usableTokensBy(actor)));
    await this.access.endRightsOf(actor);
    const given = await this.directory.withScopesBy(actor, former);
    for (const { uid } of given) if (await this.removeScopes(uid, actor)) taken.scopes.push(uid);
    taken.clients.push(...(await this.disableClients(actor, since)));
    taken.webhooks.push(...(await this.disableWebhooks(actor, since)));
    const made = await this.providers.madeBy(actor, since);
    providers.push(...made);
    taken.providers.push(...(await this.disableProviders(made)));
    const children = (await this.tokens.madeBy(actor, since)).map((id) => ({ actor: adminActor(id), since: 0 }));
    return [...children, ...given.map((user) => ({ actor: userActor(user.uid), since: user.since }))];
  }

  private record(id: string, taken: Taken): Promise<void> {
    const named = Object.entries(taken).map(([kind, ids]) => [kind, ids.slice(0, MOST_NAMED)]);
    return this.events.record('admin.token_stolen', { data: { token_id: id, ...Object.fromEntries(named) } });
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
    if (!user || user.adminScopes === '') return false;
    if (!(await this.directory.withScopesBy(actor)).some((given) => given.uid === uid)) return false;
    await this.access.removeScopes(user);
    await this.access.end('scopes_changed', { uid });
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

  /** Returns those that were enabled. */
  private async disableProviders(ids: string[]): Promise<string[]> {
    const disabled: string[] = [];
    for (const id of ids) {
      if ((await this.providers.change(id, { enabled: false })).length === 0) continue;
      const data = { provider: id, change: 'updated', fields: ['enabled'] };
      await this.events.record('provider.changed', { data });
      disabled.push(id);
    }
    return disabled;
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
