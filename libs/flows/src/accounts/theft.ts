import { AdminTokens } from '@app/admin';
import { ClientStore } from '@app/clients';
import { Database, FOREVER } from '@app/database';
import { adminActor, EventLog, makerOf, userActor } from '@app/events';
import { Providers } from '@app/federation';
import { SecureLinks } from '@app/tokens';
import { EmailOwnership, type LockedUser, UserAdministration, UserQueries, UsersService } from '@app/users';
import { WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { scopeBeyond } from '../access/admin-rank.js';
import { type Administrator, OPERATOR } from '../access/administrator.js';
import { Access } from '../revocation/access.js';
import { AccountRecovery } from './account-recovery.js';
import { AuditTrail, type Maker, type Victim, type Widened } from './audit-trail.js';

/** Things that are switched off, by the scopes that this needs. */
const KINDS = ['clients', 'providers', 'webhooks'] as const;
/** How many users one transaction changes. */
const SLICE = 100;
/** How many of each kind an event names. */
const MOST_NAMED = 200;

/** What was taken from a thief: the ids of what is disabled or given back now, of users without their scopes, and of revoked tokens. */
export type Taken = Record<'clients' | 'providers' | 'webhooks' | 'users' | 'scopes' | 'tokens', string[]>;

/** Whose rights a thief has used: an admin token or the account of an administrator, and since when. */
type Stolen = ({ token: string } | { account: string }) & { since: number };

/**
 * Who answers. An answer does nothing that this administrator could not do directly: users and tokens of a higher rank stay, and what
 * needs a scope that the administrator lacks. Somebody with more scopes repeats the answer, and takes the rest.
 */
type Answerer = Pick<Administrator, 'scopes'> | typeof OPERATOR;

/** What was found so far. Transactions may be repeated, so each one begins its own, which is added after the commit. */
interface Round {
  taken: Taken;
  makers: Maker[];
  /** Also those that were disabled before: their sessions may be open. */
  providers: string[];
}

/** An answer that has begun. */
export interface Answer extends Round {
  stolen: Stolen;
  by: Answerer;
}

/**
 * The one answer to a theft of an administrator's rights. It follows who has worked for the thief: tokens, users with scopes, and users
 * whose accounts were opened. What they have made is disabled and never deleted; the accounts that they have changed go back to their
 * owners. Each call finds what is left.
 */
@Injectable()
export class Theft {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
    private readonly tokens: AdminTokens,
    private readonly clients: ClientStore,
    private readonly providers: Providers,
    private readonly webhooks: WebhookStore,
    private readonly users: UsersService,
    private readonly directory: UserQueries,
    private readonly administration: UserAdministration,
    private readonly ownership: EmailOwnership,
    private readonly recovery: AccountRecovery,
    private readonly links: SecureLinks,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** How many users and things an answer would change at least, for a page: what these have done in turn comes on top. */
  async reach(stolen: Stolen, by: Answerer): Promise<number> {
    const maker = firstMaker(stolen);
    const given = (await this.trail.given(maker)).filter(({ until }) => until === FOREVER);
    const victims = (await this.trail.victims(maker, [maker])).filter(({ answered }) => !answered);
    const made = await this.directory.madeBy(maker.actor, maker, '', MOST_NAMED);
    const users = new Set([...made, ...[...given, ...victims].map(({ uid }) => uid)]);
    return users.size + Object.values(await this.thingsOf(maker, by)).flat().length;
  }

  async takeBack(stolen: Stolen, by: Answerer): Promise<Taken> {
    return this.finish(await this.database.transaction(() => this.begin(stolen, by)));
  }

  /** Takes all but the users, in the transaction of the caller: after a failure, a repetition finds the rest. */
  async begin(stolen: Stolen, by: Answerer): Promise<Answer> {
    const makers = [firstMaker(stolen)];
    const answer: Answer = { stolen, by, taken: nothing(), makers, providers: [] };
    // Grows on the way.
    for (const maker of makers) await this.takeFrom(maker, answer, answer);
    if ('token' in stolen || count(answer.taken) > 0) await this.record(answer);
    return answer;
  }

  /**
   * Takes the rest. It looks twice: a request under way may have made something that the first transaction did not see yet. Now nobody
   * makes more.
   */
  async finish(answer: Answer): Promise<Taken> {
    const { taken, makers, providers } = answer;
    const before = count(taken);
    for (const maker of makers) {
      await this.step(answer, (round) => this.takeFrom(maker, answer, round));
      // Before accounts are given back, so that no sign-in of the provider adds anything later.
      for (const provider of new Set(providers.splice(0))) await this.access.endProvider(provider);
      await this.disableUsers(maker, answer);
      await this.giveBackAccounts(maker, answer);
    }
    const isMore = count(taken) > before;
    // A user may be made and opened by one maker.
    for (const kind of Object.keys(taken) as (keyof Taken)[]) taken[kind] = [...new Set(taken[kind])];
    if (isMore) await this.database.transaction(() => this.record(answer));
    return taken;
  }

  /** One transaction. */
  private async step(answer: Answer, work: (round: Round) => Promise<void>): Promise<void> {
    const { taken, makers, providers } = await this.database.transaction(async () => {
      const round: Round = { taken: nothing(), makers: [], providers: [] };
      await work(round);
      return round;
    });
    for (const kind of Object.keys(taken) as (keyof Taken)[]) answer.taken[kind].push(...taken[kind]);
    answer.providers.push(...providers);
    for (const maker of makers) follow(maker, answer.makers);
  }

  /** Takes what one maker has begun and made, and follows who worked for it. */
  private async takeFrom(maker: Maker, { by }: Answer, { taken, makers, providers }: Round): Promise<void> {
    const { actor } = maker;
    const token = makerOf(actor);
    if (token && 'tokenId' in token && (await this.mayEnd(token.tokenId, by))) {
      taken.tokens.push(...(await this.usableTokensBy(actor)));
      await this.access.endRightsOf(actor);
    }
    for (const { uid, ...span } of await this.trail.given(maker)) {
      follow({ actor: userActor(uid), ...span }, makers);
      if (span.until === FOREVER) await this.removeScopes(uid, by, taken);
    }
    for (const id of await this.tokens.madeBy(actor, maker)) follow(forEver(adminActor(id)), makers);
    const things = await this.thingsOf(maker, by);
    for (const kind of KINDS) {
      const ids = things[kind];
      if (kind === 'providers') providers.push(...ids);
      for (const id of ids) if (await this.switchOff(kind, id)) taken[kind].push(id);
    }
  }

  /** What a maker has made or widened, and who answers may switch off. */
  private async thingsOf(maker: Maker, by: Answerer): Promise<Widened> {
    const things: Widened = { clients: [], providers: [], webhooks: [] };
    const widened = await this.trail.widened(maker);
    for (const kind of KINDS.filter((each) => by === OPERATOR || by.scopes.includes(each)))
      things[kind] = [...new Set([...(await this[kind].madeBy(maker.actor, maker)), ...widened[kind]])];
    return things;
  }

  /** As `DELETE /tokens/{id}` does. */
  private async mayEnd(tokenId: string, by: Answerer): Promise<boolean> {
    const scopes = (await this.tokens.lock(tokenId))?.scopes ?? [];
    return by === OPERATOR || scopes.every((scope) => by.scopes.includes(scope));
  }

  private record({ stolen, taken }: Answer): Promise<void> {
    const whose = 'token' in stolen ? { token_id: stolen.token } : { account: stolen.account };
    const named = Object.entries(taken).map(([kind, ids]) => [kind, ids.slice(0, MOST_NAMED)]);
    const since = stolen.since === 0 ? {} : { since: stolen.since };
    return this.events.record('admin.token_stolen', { data: { ...whose, ...since, ...Object.fromEntries(named) } });
  }

  /** Also those that these have made. */
  private async usableTokensBy(actor: string): Promise<string[]> {
    const ids = await this.tokens.findByCreator(actor);
    const further = [];
    for (const id of ids) further.push(...(await this.usableTokensBy(adminActor(id))));
    return [...ids, ...further];
  }

  /** Whoever gave more scopes meanwhile, all go. */
  private async removeScopes(uid: string, by: Answerer, taken: Taken): Promise<void> {
    const user = await this.users.lock(uid);
    if (!user || user.adminScopes === '' || scopeBeyond(user, by) !== undefined) return;
    taken.tokens.push(...(await this.usableTokensBy(userActor(uid))));
    await this.access.removeScopes(uid, true);
    taken.scopes.push(uid);
  }

  /** Whether it was on. It stays with all that it has, so that an administrator can look at it and switch it on again. */
  private async switchOff(kind: keyof Widened, id: string): Promise<boolean> {
    if (!(await this[kind].switchOff(id))) return false;
    if (kind === 'clients')
      await this.events.record('client.changed', { data: { client_id: id, fields: ['active'], tokens: 'revoked' } });
    else if (kind === 'providers')
      await this.events.record('provider.changed', {
        data: { provider: id, change: 'updated', fields: ['enabled'], reason: 'secured' },
      });
    else await this.events.record('webhook.changed', { data: { webhook_id: id, change: 'updated' } });
    return true;
  }

  /** Of those whom the maker could sign in as. In small transactions: an import may have made many. */
  private async disableUsers(maker: Maker, answer: Answer): Promise<void> {
    for (let after = ''; ; ) {
      const uids = await this.directory.madeBy(maker.actor, maker, after, SLICE);
      await this.step(answer, async ({ taken }) => {
        for (const uid of uids) {
          const user = await this.users.lock(uid);
          if (user?.active && scopeBeyond(user, answer.by) === undefined) taken.users.push(await this.disable(user));
        }
      });
      if (uids.length < SLICE) return;
      after = uids.at(-1) ?? '';
    }
  }

  private async disable({ uid }: LockedUser): Promise<string> {
    await this.administration.change(uid, { active: false });
    await this.events.record('user.disabled', { uid });
    await this.access.end('account_disabled', { uid });
    return uid;
  }

  private async giveBackAccounts(maker: Maker, answer: Answer): Promise<void> {
    const victims = await this.trail.victims(maker, answer.makers);
    for (let from = 0; from < victims.length; from += SLICE)
      await this.step(answer, async (round) => {
        for (const victim of victims.slice(from, from + SLICE)) await this.giveBack(victim, answer, round);
      });
  }

  /** Does with one account what the button of its owner does, and follows what was done with it as an administrator. */
  private async giveBack(victim: Victim, { by, makers }: Answer, round: Round): Promise<void> {
    const { uid, since, until, answered } = victim;
    const user = await this.users.lock(uid);
    const maker = { actor: userActor(uid), since, until };
    if (await this.trail.worked(maker)) follow(maker, round.makers);
    if (!user || answered || scopeBeyond(user, by) !== undefined) return;
    const all = [...makers, ...round.makers];
    const before = await this.trail.addressBefore(user, victim, all);
    const address = before === 'lost' ? undefined : before;
    const goes = user.active && (before === 'lost' || (await this.trail.isTheirs(victim, all)));
    const { taken } = round;
    taken.tokens.push(...(await this.usableTokensBy(maker.actor)));
    if (user.adminScopes !== '') taken.scopes.push(uid);
    const recovery = await this.recovery.plan(user, { since, address });
    // No mailbox of the thief is to get a link, or to keep one.
    const found = { ...user, active: user.active && !goes };
    await this.recovery.apply(found, recovery, { about: 'theft', since });
    await this.links.revokeLater({ uid, email: address ?? user.email, createdAt: since });
    if (victim.vouched && address === undefined) await this.ownership.doubt(uid);
    if (goes) await this.disable(user);
    taken.users.push(uid);
  }
}

/** The one whose rights were stolen. */
function firstMaker(stolen: Stolen): Maker {
  const actor = 'token' in stolen ? adminActor(stolen.token) : userActor(stolen.account);
  return { actor, since: stolen.since, until: FOREVER };
}

function nothing(): Taken {
  return { clients: [], providers: [], webhooks: [], users: [], scopes: [], tokens: [] };
}

function count(taken: Taken): number {
  return Object.values(taken).flat().length;
}

/** An admin token: what it did it did for its maker. */
function forEver(actor: string): Maker {
  return { actor, since: 0, until: FOREVER };
}

/** Adds a maker, unless all that it did is looked at already. */
function follow(maker: Maker, makers: Maker[]): void {
  const { actor, since, until } = maker;
  const isKnown = makers.some((known) => known.actor === actor && known.since <= since && known.until >= until);
  if (!isKnown) makers.push(maker);
}
