import { Env } from '@app/config';
import type { ListPage, PageRequest } from '@app/database';
import { type LoggedEvent, OwnEvents } from '@app/events';
import { SessionQueries } from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** An event as its user sees it: without the person who caused it, and without internal facts. */
export type SecurityEvent = Pick<LoggedEvent, 'type' | 'at' | 'ip' | 'client'> & { deviceId: string | null };

/** Lists what happened in the account of the caller. */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly env: Env,
    private readonly events: OwnEvents,
    private readonly sessions: SessionQueries,
  ) {}

  /** Newest first. @throws {ApiError} INVALID_REQUEST for a cursor of another list */
  async list(uid: string, page: PageRequest): Promise<ListPage<SecurityEvent>> {
    const hidden = this.env.impersonationNotice === 'off' ? ['user.impersonated' as const] : [];
    const { rows, nextCursor } = await this.events.list(uid, page, hidden);
    const ids = rows.flatMap(({ sessionId }) => sessionId ?? []);
    const devices = await this.sessions.devicesOf(uid, [...new Set(ids)]);
    const listed = rows.map(({ type, at, ip, client, sessionId, data }) => {
      const { device_id: recorded } = JSON.parse(data) as { device_id?: string };
      return { type, at, ip, client, deviceId: recorded ?? devices.get(sessionId ?? '') ?? null };
    });
    return { rows: listed, nextCursor };
  }
}
