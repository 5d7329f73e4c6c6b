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
  /** Whether an answer to this theft has given the account back. */
  answered: boolean;
}

/** The things of others that a maker has changed so that they can do more or lead elsewhere, by their ids. */
export type Widened = Record<'clients' | 'providers' | 'webhooks', string[]>;

/** What gives a maker a way into the account of another person, or weakens that of the owner. */
const OPENS: EventType[] = [
  'link.sent',
  'user.password_changed',
  'user.email_changed',
  'mfa.disabled',
  'mfa.factor_removed',
  'mfa.reset',
  'passkey.removed',
  'identity.unlinked',
];
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
  purpose?: string;
  mailed?: boolean;
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
    const given: (Span & { uid: string })[] = [];
    for await (const event of this.events.doneBy(actor, ['user.updated'], span)) {
      const { id, at, uid } = event;
      if (uid === null || !factsOf(event).given_scopes) continue;
      const later = await this.events.about({ uid, types: ['user.updated', 'user.admin_scopes_removed'], after: id });
      const lost = later.find((each) => each.type !== 'user.updated' || factsOf(each).admin_scopes?.length === 0);
      given.push({ uid, since: at, until: lost?.at ?? FOREVER });
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

  /** The accounts of others that a maker has opened or changed. Those by a link only if a link was used since then. */
  async victims({ actor, ...span }: Maker): Promise<Victim[]> {
    const opened = new Map<string, { first: LoggedEvent; last: string; byLink: boolean; asked: boolean }>();
    for await (const event of this.events.doneBy(actor, OPENS, span)) {
      const { uid, id } = event;
      if (uid === null || userActor(uid) === actor || !opens(event)) continue;
      const { first = event, last = '', byLink = true, asked = false } = opened.get(uid) ?? {};
      opened.set(uid, {
        first: event.id < first.id ? event : first,
        last: [id, last].sort()[1] as string,
        byLink: byLink && event.type === 'link.sent',
        asked: asked || factsOf(event).purpose === 'confirm_email',
      });
    }
    const victims: Victim[] = [];
    for (const [uid, { first, last, byLink, asked }] of opened) {
      const used: EventType[] = ['link.used', 'user.password_reset'];
      if (byLink && (await this.events.about({ uid, types: used, after: first.id })).length === 0) continue;
      const since = first.at;
      const answer = await this.answerTo(uid, since, last);
      victims.push({ uid, since, until: answer?.at ?? FOREVER, asked, answered: answer !== undefined });
    }
    return victims;
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

  /** The answer to a theft that covers all that was done. */
  private async answerTo(uid: string, since: number, after: string): Promise<LoggedEvent | undefined> {
    const answers = await this.events.about({ uid, types: ['account.secured'], after });
    return answers.find((event) => {
      const facts = factsOf(event);
      return facts.about === 'theft' && (facts.since ?? 0) <= since;
    });
  }
}

/** Whether an event opens an account to who has caused it, and is not itself an answer to a theft. */
function opens(event: LoggedEvent): boolean {
  const { purpose, mailed, undone, reason } = factsOf(event);
  // The mailed link of a new address leads to a mailbox of the administrator's choice.
  if (event.type === 'link.sent') return mailed === false || purpose === 'confirm_email';
  return !undone && reason !== 'secured';
}
