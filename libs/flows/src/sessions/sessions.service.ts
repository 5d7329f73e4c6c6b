import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import {
  EventLog,
  type EventType,
  type LoggedEvent,
  onBehalfOf,
  onBehalfOfUser,
  type RequestActor,
  UserEvents,
} from '@app/events';
import {
  type Device,
  DeviceStore,
  impersonatorOf,
  type Session,
  SessionQueries,
  SessionStore,
  type TokenPair,
  TokensService,
} from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { SessionAssurance } from '../sign-in/session-opener.js';
import { SignInDevices } from '../sign-in/sign-in-devices.js';

/** What a user ends by a logout. */
interface Logout {
  refreshToken?: string | undefined;
  /** Whether also the session of the sign-in pages ends in which the session began, with all products that it has signed in to. */
  parent?: boolean;
  /** Whether all sessions of the user end. */
  everywhere?: boolean;
}

/** How often a refresh reads its session again because another request has changed it. */
const MOST_TRIES = 5;

/** Refreshes sessions, and ends them for their users. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly tokens: TokensService,
    private readonly sessions: SessionStore,
    private readonly assurance: SessionAssurance,
    private readonly stale: StaleTokens,
    private readonly access: Access,
  ) {}

  /**
   * Exchanges a refresh token for new tokens. A token that was used before ends its session.
   * @param actor read only when a session ends: recording it for each refresh would make all reads slower
   * @param inCookie whether the token was in a cookie
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(refreshToken: string, actor: RequestActor, inCookie: boolean): Promise<TokenPair> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { session, ...shown } = await this.tokens.findRefreshing(refreshToken);
      const admitted = await this.assurance.admit(session);
      if (!admitted) return this.endRefused(session, 'factor_overdue', actor);
      const exchange = await this.tokens.exchange(admitted, shown, inCookie);
      if (exchange.result === 'exchanged') return exchange.tokens;
      if (exchange.result === 'reused') return this.endRefused(session, 'token_reused', actor);
      // A parallel request has used this token, the claims of the user have changed, or the session has just ended.
    }
    throw new ApiError('TOO_MANY_REQUESTS', undefined, { retryAfter: 1, reason: 'session changed by other requests' });
  }

  /** @throws {ApiError} INVALID_REFRESH_TOKEN always */
  private async endRefused(
    { uid, sessionId }: Session,
    event: 'token_reused' | 'factor_overdue',
    actor: RequestActor,
  ): Promise<never> {
    await onBehalfOf(actor, () => this.access.end(event, { uid, session: sessionId }));
    const reason = event === 'token_reused' ? 'refresh token used before' : 'second factor overdue';
    throw new ApiError('INVALID_REFRESH_TOKEN', { reason });
  }

  /**
   * Ends the session of a refresh token, or all sessions of the user if there is no token, or the one of the sign-in pages in which
   * the session of the caller began. A session that has already ended is no failure. An administrator who acts as the user ends only
   * the own session, which has no refresh token.
   * @throws {ApiError} NOT_AUTHENTICATED for a stale access token; INVALID_REFRESH_TOKEN for a token of another user or
   * a text that is no refresh token; IMPERSONATION_FORBIDDEN
   */
  async logOut(caller: CallerIdentity, { refreshToken, parent }: Logout): Promise<void> {
    const { uid, sessionId: own, claims } = caller;
    const impersonating = impersonatorOf(claims) !== undefined;
    await this.stale.transaction(caller, async () => {
      const sessionId = refreshToken === undefined ? undefined : this.tokens.sessionOf(refreshToken, uid);
      if (impersonating && sessionId !== undefined) throw new ApiError('IMPERSONATION_FORBIDDEN');
      if (impersonating || sessionId !== undefined) {
        await this.access.end('logged_out', { uid, session: sessionId ?? own });
      } else if (parent) {
        // A product that was signed out alone must not end the others afterwards.
        await this.stale.requireLiving(caller);
        await this.endOutermost(uid, own);
      } else await this.access.end('logged_out_everywhere', { uid });
    });
  }

  /**
   * Ends the session of a refresh token, or the one of the sign-in pages in which it began, or all sessions of its user. The token is
   * the only proof, so only one of a living session counts. Without such a session there is nothing to end, which is no failure unless
   * more was to end: that may be alive.
   * @param recorded what the event says in place of `logout`
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async logOutByToken({ refreshToken, parent, everywhere }: Logout, recorded?: 'replaced'): Promise<void> {
    const session = refreshToken === undefined ? undefined : this.tokens.sessionKeyOf(refreshToken);
    const isOver = () => {
      if (everywhere || parent) throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended or expired' });
    };
    if (!session) return isOver();
    const { uid, sessionId } = session;
    const end = async () => {
      if (!(await this.users.lock(uid)) || !(await this.stale.isLiving(session))) return isOver();
      if (everywhere) await this.access.end('logged_out_everywhere', { uid });
      else if (parent) await this.endOutermost(uid, sessionId);
      else await this.access.end('logged_out', { uid, session: sessionId, recorded });
    };
    await onBehalfOfUser(uid, () => this.database.transactionAbout(uid, end));
  }

  /**
   * Ends the session that a browser had before a new sign-in of the same user has taken its place: nothing could use or end it any
   * more, while products that began in it would stay signed in. The events do not call it a logout, which the user would not know. The session of another user is left: this user may not end it.
   * @param earlier the refresh token that the browser had
   * @param next that of the new session
   */
  async endReplaced(earlier: string | undefined, next: string): Promise<void> {
    const before = earlier === undefined ? undefined : this.tokens.sessionKeyOf(earlier);
    if (!before) return;
    const opened = await this.tokens.sessionInCookie(next);
    // A session that began in the earlier one would end with it.
    if (opened?.uid === before.uid && opened.parentId === null)
      await this.logOutByToken({ refreshToken: earlier }, 'replaced');
  }

  /** Ends the outermost session in which a session of the user lives, or that session itself. The user must be locked. */
  private async endOutermost(uid: string, sessionId: string): Promise<void> {
    const session = await this.sessions.find(sessionId, uid);
    const lineage = (session && (await this.sessions.lineage(session))) ?? [];
    const outermost = lineage.filter((each) => each.uid === uid).at(-1);
    await this.access.end('logged_out', { uid, session: outermost?.sessionId ?? sessionId });
  }

  /** A user ends one of their own sessions. @throws {ApiError} NOT_AUTHENTICATED, SESSION_NOT_FOUND */
  endOwn(caller: CallerIdentity, given: string): Promise<void> {
    const sessionId = given.toLowerCase();
    return this.stale.transaction(caller, async ({ uid }) => {
      const ended = isUuid(sessionId) ? await this.access.end('session_ended', { uid, session: sessionId }) : [];
      if (ended.length === 0) throw new ApiError('SESSION_NOT_FOUND');
    });
  }
}

/** A device as its user sees it. */
export interface ListedDevice extends Pick<Device, 'deviceId' | 'userAgent' | 'createdAt'> {
  /** The newest sign-in, or the newest refresh of a session on the device. */
  lastUsedAt: number;
  /** Until when a sign-in by password needs no second factor; null for a device that is not trusted. */
  trustedUntil: number | null;
  /** Whether the session of the caller is on it. */
  current: boolean;
}

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

/** Lists and removes the devices of the caller, and lists what happened in the account. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly env: Env,
    private readonly devices: DeviceStore,
    private readonly sessions: SessionQueries,
    private readonly users: UsersService,
    private readonly signInDevices: SignInDevices,
    private readonly stale: StaleTokens,
    private readonly access: Access,
    private readonly events: EventLog,
    private readonly ownEvents: UserEvents,
  ) {}

  /** Those that were used last come first. */
  async list({ uid, sessionId }: CallerIdentity): Promise<ListedDevice[]> {
    const user = await this.users.find(uid);
    const devices = user ? await this.devices.ofUser(uid) : [];
    const sessions = await this.sessions.onDevices(uid);
    const listed = devices.map((device) => {
      const { deviceId, userAgent, createdAt } = device;
      const open = sessions.filter((session) => session.deviceId === deviceId);
      const lastUsedAt = Math.max(device.lastUsedAt, ...open.map((session) => session.lastUsedAt));
      const current = open.some((session) => session.sessionId === sessionId);
      return {
        deviceId,
        userAgent,
        createdAt,
        lastUsedAt,
        trustedUntil: user && this.signInDevices.untilOf(device, user),
        current,
      };
    });
    return listed.sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  /** The device is unknown from now on, and its sessions end. @throws {ApiError} NOT_AUTHENTICATED, DEVICE_NOT_FOUND */
  remove(caller: CallerIdentity, given: string): Promise<void> {
    const deviceId = given.toLowerCase();
    return this.stale.transaction(caller, async ({ uid }) => {
      if (!isUuid(deviceId) || !(await this.devices.remove(uid, deviceId))) throw new ApiError('DEVICE_NOT_FOUND');
      await this.events.record('device.removed', { uid, data: { device_id: deviceId, reason: 'user' } });
      await this.access.end('device_removed', { uid, device: deviceId });
    });
  }

  /** What happened in the account, newest first. @throws {ApiError} INVALID_REQUEST for a cursor of another list */
  async listEvents(uid: string, page: PageRequest): Promise<ListPage<SecurityEvent>> {
    const hidden = this.env.impersonationNotice === 'off' ? ['user.impersonated' as const] : [];
    const { rows, nextCursor } = await this.ownEvents.list(uid, page, hidden);
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
