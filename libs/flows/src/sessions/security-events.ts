import { Env } from '@app/config';
import type { ListPage, PageRequest } from '@app/database';
import { type EventType, type LoggedEvent, UserEvents } from '@app/events';
import { SessionQueries } from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** An event as its user sees it: without the person who caused it, and without internal facts. */
export type SecurityEvent = Pick<LoggedEvent, 'type' | 'at' | 'ip' | 'client'> & {
  deviceId: string | null;
  /** What its type does not say, and the user needs to understand it. */
  reason: string | null;
};

/** The data of an event, as far as its user needs it. */
interface Facts {
  device_id?: string;
  reason?: string;
  password?: string;
  undone?: boolean;
  mailed?: boolean;
}

/** The events of which the type alone would mislead: a session that ended is not always one that its user has signed out. */
const REASONS: Partial<Record<EventType, (facts: Facts) => string | undefined | false>> = {
  'session.revoked': ({ reason }) => reason,
  'user.password_changed': ({ password }) => password,
  'user.email_changed': ({ undone }) => undone && 'undone',
  'link.sent': ({ mailed }) => mailed === false && 'not_mailed',
};

/** Lists what happened in the account of the caller. */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly env: Env,
    private readonly events: UserEvents,
    private readonly sessions: SessionQueries,
  ) {}

  /** Newest first. @throws {ApiError} INVALID_REQUEST for a cursor of another list */
  async list(uid: string, page: PageRequest): Promise<ListPage<SecurityEvent>> {
    const hidden = this.env.impersonationNotice === 'off' ? ['user.impersonated' as const] : [];
    const { rows, nextCursor } = await this.events.list(uid, page, hidden);
    const ids = rows.flatMap(({ sessionId }) => sessionId ?? []);
    const devices = await this.sessions.devicesOf(uid, [...new Set(ids)]);
    const listed = rows.map(({ type, at, ip, client, sessionId, data }) => {
      const facts = JSON.parse(data) as Facts;
      const deviceId = facts.device_id ?? devices.get(sessionId ?? '') ?? null;
      return { type, at, ip, client, deviceId, reason: REASONS[type]?.(facts) || null };
    });
    return { rows: listed, nextCursor };
  }
}
