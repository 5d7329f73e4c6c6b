import { type Scope, scopesIn } from '@app/admin';
import { Clock, FOREVER, type Span } from '@app/database';
import { EventLog, type EventType, type LoggedEvent, userActor } from '@app/events';
import { SECURE_ADDRESS_TTL } from '@app/tokens';
import { type User, UserQueries, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/** Somebody who may have worked for a thief, as the actor of events, and when. */
export interface Maker extends Span {
  actor: string;
}

/** An account that a maker has opened or changed. */
export interface Victim extends Span {
  uid: string;
  /** Whether a maker has asked for another address, which waits for its mailbox. */
  asked: boolean;
  /** Whether the address counts as proved by the word of a maker alone. */
  vouched: boolean;
  /** Whether somebody could sign in by what a maker has done, which a verified address alone does not allow. */
  entered: boolean;
  /** Whether an answer to this theft has given the account back. */
  answered: boolean;
}

type Opened = Pick<Victim, 'asked' | 'vouched' | 'entered'> & { first: LoggedEvent; last: string };

/** The things of others that a maker has changed so that they can do more or lead elsewhere, by their ids. */
export type Widened = Record<'clients' | 'providers' | 'webhooks', string[]>;

/** What gives a maker a way into the account of another person, or weakens that of the owner. */
const OPENS: EventType[] = [
  'link.used',
  'user.password_reset',
  'user.email_verified',
  'user.password_changed',
  'user.email_changed',
  'mfa.disabled',
  'mfa.factor_removed',
  'mfa.reset',
  'passkey.removed',
  'identity.unlinked',
  'user.enabled',
];
/** Signs in by a provider, or lets somebody do so. */
const ENTERS: EventType[] = ['login.succeeded', 'identity.linked'];
/** What lets a maker into an account that has no owner yet. */
const OPENS_NEW: EventType[] = [...ENTERS, 'link.used', 'user.password_reset', 'user.password_changed', 'user.enabled'];
/** What makes an account, or switches it on or off. */
const SWITCHES: EventType[] = ['user.created', 'user.imported', 'user.enabled', 'user.disabled'];
/** What gives admin scopes to a user, or takes them. */
const SCOPES_CHANGE: EventType[] = ['user.updated', 'user.admin_scopes_removed'];
const CHANGES: EventType[] = ['client.changed', 'client.secret_created', 'provider.changed', 'webhook.changed'];
/** What an account with admin scopes leaves that works for a thief. */
const WORK: EventType[] = [
  ...OPENS,
  ...CHANGES,
  'admin.token_created',
  'client.created',
  'user.created',
  'user.imported',
  'user.updated',
];

/** What an event says of itself. */
interface Facts {
  admin_scopes?: string[];
  given_scopes?: string[];
  client_id?: string;
  provider?: string;
  webhook_id?: string;
  widened?: boolean;
  taken_scopes?: string[];
  change?: string;
  fields?: string[];
  purpose?: string;
  reason?: string;
  undone?: boolean;
  old_email?: string;
  proved?: boolean;
  about?: string;
  since?: number;
}

const factsOf = ({ data }: LoggedEvent): Facts => JSON.parse(data);

/**
 * What somebody has done, by the event log: it is written in the transaction of each change, and outlives scopes that were taken away
 * and given back, and users who were deleted. It forgets after `EVENTS_TTL`, which may be short; so what is stored still with its
 * maker is found by that, too.
 */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly users: UsersService,
    private readonly directory: UserQueries,
  ) {}

  /** To whom a maker has given admin scopes, and until when these users had any: until they had none, whoever gave more. */
  async given({ actor, ...span }: Maker): Promise<(Span & { uid: string })[]> {
    const first = new Map<string, LoggedEvent>();
    for await (const event of this.events.doneBy(actor, ['user.updated'], span))
      if (event.uid !== null && !first.has(event.uid) && factsOf(event).given_scopes) first.set(event.uid, event);
    const given: (Span & { uid: string })[] = [];
    for (const [uid, event] of first) {
      const later = await this.events.about({ uid, types: SCOPES_CHANGE, after: event.id });
      for (const each of spansOf(actor, span, [event, ...later])) given.push({ uid, ...each });
    }
    const stored = await this.directory.withScopesBy(actor, span);
    const forgotten = stored.filter(({ uid }) => !given.some((each) => each.uid === uid));
    return [...given, ...forgotten.map((each) => ({ ...each, until: FOREVER }))];
  }

  /** What a maker has widened. A new name of a client, for example, is nothing. */
  async widened({ actor, ...span }: Maker): Promise<Widened> {
    const [clients, providers, webhooks] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for await (const event of this.events.doneBy(actor, CHANGES, span)) {
      const { client_id, provider, webhook_id, widened } = factsOf(event);
      if (!widened && event.type !== 'client.secret_created') continue;
      if (client_id !== undefined) clients.add(client_id);
      if (provider !== undefined) providers.add(provider);
      if (webhook_id !== undefined) webhooks.add(webhook_id);
    }
    return { clients: [...clients], providers: [...providers], webhooks: [...webhooks] };
  }

  /** The admin scopes that a user has, or had at that time or later. */
  async scopesSince({ uid, adminScopes }: Pick<User, 'uid' | 'adminScopes'>, since: number): Promise<Scope[]> {
    const changes = await this.events.about({ uid, types: SCOPES_CHANGE, since });
    const taken = changes.map((event) => {
      const { taken_scopes, admin_scopes = [] } = factsOf(event);
      return event.type === 'user.updated' ? (taken_scopes ?? []) : admin_scopes;
    });
    return scopesIn([adminScopes, ...taken.flat()].join(','));
  }

  /**
   * The accounts of others that a maker has opened or changed, or that somebody has entered by a provider that the maker has made or
   * widened.
   */
  async victims(maker: Maker, makers: Maker[]): Promise<Victim[]> {
    const opened = new Map<string, Opened>();
    for await (const event of this.openings(maker, makers)) {
      const { uid, id } = event;
      if (uid === null || userActor(uid) === maker.actor || !opens(event)) continue;
      const { first = event, last = '', asked = false, vouched = false, entered = false } = opened.get(uid) ?? {};
      opened.set(uid, {
        first: event.id < first.id ? event : first,
        last: [id, last].sort()[1] as string,
        // The link of a new address leads to a mailbox of the administrator's choice.
        asked: asked || factsOf(event).purpose === 'confirm_email',
        vouched: vouched || event.type === 'user.email_verified',
        entered: entered || OPENS_NEW.includes(event.type),
      });
    }
    const victims: Victim[] = [];
    for (const [uid, { first, last, asked, vouched, entered }] of opened) {
      const since = first.at;
      const answer = await this.answerTo(uid, since, last);
      // Another address since then has a proof of its own.
      const isSame = vouched && (await this.events.about({ uid, types: ['user.email_changed'], since })).length === 0;
      const span = { since, until: answer?.at ?? FOREVER };
      victims.push({ uid, ...span, asked, vouched: isSame, entered, answered: answer !== undefined });
    }
    return victims;
  }

  /**
   * Whether an account is a thief's: a maker has made it, or switched it on again, although it was off before any maker came, and nobody
   * else has looked at it since then.
   */
  async isTheirs({ uid, entered }: Victim, makers: Maker[]): Promise<boolean> {
    if (!entered) return false;
    const switches = await this.events.about({ uid, types: SWITCHES });
    const isTheirs = (event: LoggedEvent | undefined) => event !== undefined && isBy(makers, event);
    const first = switches.find(isTheirs);
    return first !== undefined && first.type !== 'user.disabled' && isTheirs(switches.at(-1));
  }

  /** Whether somebody has done anything as an administrator in a time. */
  async worked({ actor, ...span }: Maker): Promise<boolean> {
    for await (const { uid } of this.events.doneBy(actor, WORK, span))
      if (uid === null || userActor(uid) !== actor) return true;
    return false;
  }

  /**
   * The address that a user had before the theft: it comes back if the owner had proved it and it is free. `lost` if it cannot come back:
   * then the account is in the hands of the reader of another mailbox. A change by the user counts for 7 days. As long, the owner could
   * undo it by the link in the mailbox before.
   */
  async addressBefore({ uid, email }: User, { since, asked }: Victim, makers: Maker[]) {
    const changes = await this.events.about({ uid, types: ['user.email_changed'], since });
    const isMaker = ({ actor }: LoggedEvent) => makers.some((maker) => maker.actor === actor);
    const byUser = ({ actor }: LoggedEvent) => actor === userActor(uid);
    const last = changes.at(-1);
    // Another administrator may have put it right.
    if (!last || !(isMaker(last) || byUser(last))) return undefined;
    const young = this.clock.now() - SECURE_ADDRESS_TTL;
    const first = changes.find((change) => isMaker(change) || (byUser(change) && (asked || change.at > young)));
    const { old_email, proved } = first ? factsOf(first) : {};
    if (!first || old_email === email) return undefined;
    const comesBack = old_email !== undefined && proved && !(await this.users.findByEmail(old_email));
    return comesBack ? old_email : ('lost' as const);
  }

  private async *openings({ actor, ...span }: Maker, makers: Maker[]): AsyncGenerator<LoggedEvent> {
    yield* this.events.doneBy(actor, OPENS, span);
    const providers = new Map<string, number>();
    for await (const event of this.events.doneBy(actor, ['provider.changed'], span)) {
      const { provider = '' } = factsOf(event);
      if (lets(event) && !providers.has(provider)) providers.set(provider, event.at);
    }
    for (const [provider, since] of providers)
      for (const open of await this.timesOf(provider, since, makers))
        yield* this.events.ofProvider(provider, ENTERS, open);
  }

  /** When people could sign in by a provider as makers wanted: until somebody else switched it off, or the answer to a theft. */
  private async timesOf(provider: string, since: number, makers: Maker[]): Promise<Span[]> {
    const times: Span[] = [];
    for await (const event of this.events.ofProvider(provider, ['provider.changed'], { since, until: FOREVER })) {
      const last = times.at(-1);
      const isOpen = last?.until === FOREVER;
      const isTheirs = isBy(makers, event) && factsOf(event).reason === undefined;
      if (isTheirs && lets(event) && !isOpen) times.push({ since: event.at, until: FOREVER });
      else if (last && isOpen && stops(event, isTheirs)) last.until = event.at;
    }
    return times;
  }

  /** The answer to a theft that covers all that was done. */
  private async answerTo(uid: string, since: number, after: string): Promise<LoggedEvent | undefined> {
    const answers = await this.events.about({ uid, types: ['account.secured'], after });
    return answers.find((event) => {
      const facts = factsOf(event);
      return facts.about === 'theft' && (facts.since ?? 0) <= since;
    });
  }
}

/** Whether a maker has done it. */
function isBy(makers: Maker[], { actor, at }: LoggedEvent): boolean {
  return makers.some((maker) => maker.actor === actor && maker.since <= at && at <= maker.until);
}

/** Whether a change of a provider lets people in who could not sign in before. */
function lets(event: LoggedEvent): boolean {
  const { widened, change } = factsOf(event);
  return widened === true || change === 'created';
}

/** Whether a change of a provider lets nobody in any more. One that a maker switched off may be switched on again as it is. */
function stops(event: LoggedEvent, byMaker: boolean): boolean {
  const { widened, change, fields = [] } = factsOf(event);
  return change === 'deleted' || (!byMaker && !widened && fields.includes('enabled'));
}

/** Whether an event opens an account to who has caused it, and is not itself an answer to a theft. */
function opens(event: LoggedEvent): boolean {
  const { undone, reason } = factsOf(event);
  return !undone && reason !== 'secured';
}

/**
 * When a user had scopes by a maker: from a gift until the user had none. What follows is the same time, if the maker gives again before
 * anybody else does: in between, the user could do nothing. So a maker who takes and gives a thousand times leaves one.
 * @param changes of the scopes of the user, oldest first
 */
function spansOf(actor: string, { since, until }: Span, changes: LoggedEvent[]): Span[] {
  const spans: Span[] = [];
  let isOpen = false;
  let byOther = false;
  for (const event of changes) {
    const { given_scopes, admin_scopes } = factsOf(event);
    const isGift = given_scopes !== undefined;
    const isOurs = isGift && event.actor === actor && event.at >= since && event.at <= until;
    const last = spans.at(-1);
    if (isOurs && !isOpen) {
      if (last && !byOther) last.until = FOREVER;
      else spans.push({ since: event.at, until: FOREVER });
      [isOpen, byOther] = [true, false];
    } else if (isGift && !isOpen) byOther = true;
    else if (last && isOpen && (event.type !== 'user.updated' || admin_scopes?.length === 0)) {
      last.until = event.at;
      isOpen = false;
    }
  }
  return spans;
}
