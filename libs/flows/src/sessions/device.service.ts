import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Device, DeviceStore, SessionQueries } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { TrustedDevices } from '../sign-in/trusted-devices.js';

/** A device as its user sees it. */
export interface ListedDevice extends Pick<Device, 'deviceId' | 'userAgent' | 'createdAt'> {
  /** The newest sign-in, or the newest refresh of a session on the device. */
  lastUsedAt: number;
  /** Until when a sign-in by password needs no second factor; null for a device that is not trusted. */
  trustedUntil: number | null;
  /** Whether the session of the caller is on it. */
  current: boolean;
}

/** Lists and removes the devices of the caller. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly devices: DeviceStore,
    private readonly sessions: SessionQueries,
    private readonly users: UsersService,
    private readonly trusted: TrustedDevices,
    private readonly stale: StaleTokens,
    private readonly access: Access,
    private readonly events: EventLog,
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
        trustedUntil: user && this.trusted.untilOf(device, user),
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
}
