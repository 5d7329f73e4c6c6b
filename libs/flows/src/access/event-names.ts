import { AdminTokens } from '@app/admin';
import type { LoggedEvent } from '@app/events';
import { normaliseEmail, UserQueries } from '@app/users';
import { Injectable } from '@nestjs/common';

/** Who did what to whom, as `<kind>:<id>`. */
const ACTOR = /^(user|admin):(.+)$/;

/** The names of an event for people. */
export interface EventName {
  /** The current email of the user of the event; null without a user, and for a deleted one. */
  email: string | null;
  /** The current email of a user who acted, or the name of an admin token; null for all others. */
  actorName: string | null;
}

/** Adds names to the ids of events. They are read now: the log has only ids, so that a deleted user leaves no name there. */
@Injectable()
export class EventNames {
  constructor(
    private readonly users: UserQueries,
    private readonly tokens: AdminTokens,
  ) {}

  /** The uid of the user with an email, if there is one. */
  async uidOf(email: string): Promise<string | undefined> {
    const normalised = normaliseEmail(email);
    return normalised === undefined ? undefined : (await this.users.find({ email: normalised }))?.uid;
  }

  /** The names of these events, in their order. */
  async of(events: Pick<LoggedEvent, 'uid' | 'actor'>[]): Promise<EventName[]> {
    const actors = events.map(({ actor }) => ACTOR.exec(actor) ?? []);
    const idsOf = (kind: string) => actors.flatMap(([, is, id]) => (is === kind && id !== undefined ? [id] : []));
    const subjects = events.flatMap(({ uid }) => (uid === null ? [] : [uid]));
    const emails = await this.users.emailsOf([...new Set([...subjects, ...idsOf('user')])]);
    const names = await this.tokens.namesOf([...new Set(idsOf('admin'))]);
    return events.map(({ uid }, index) => {
      const [, kind, id = ''] = actors[index] ?? [];
      const actorName = (kind === 'user' ? emails.get(id) : names.get(id)) ?? null;
      return { email: (uid === null ? undefined : emails.get(uid)) ?? null, actorName };
    });
  }
}
