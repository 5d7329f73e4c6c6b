import { Env } from '@app/config';
import { Clock } from '@app/database';
import { EventLog } from '@app/events';
import { type Client, DeviceStore, type Session, type Trust } from '@app/tokens';
import { type Authenticated, SignInService, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Proof } from './proof.js';

/** What the trust in a device depends on. */
type Trusting = Pick<Authenticated, 'uid' | 'rung1' | 'adminScopes'>;

/**
 * Devices on which a second factor was shown, and on which a sign-in by password needs none for a time. Such a sign-in stays one
 * of a single factor: it is no recent sign-in of a user with a factor.
 */
@Injectable()
export class TrustedDevices {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly devices: DeviceStore,
    private readonly users: UsersService,
    private readonly signIns: SignInService,
    private readonly events: EventLog,
  ) {}

  /**
   * Trusts the device of a sign-in whose second factor was shown. Does nothing while the setting is 0, for a client whose scripts
   * can read the device token, and for a user with admin scopes, who is always asked. The user must be locked.
   */
  async trust(uid: string, deviceId: string | null, { device }: Client): Promise<void> {
    const { trustTtl } = this.env.devices;
    if (trustTtl === 0 || deviceId === null || !device?.inCookie) return;
    const user = await this.users.lock(uid);
    if (user?.adminScopes !== '') return;
    const trustedAt = this.clock.now();
    const trustedUntil = trustedAt + trustTtl;
    await this.devices.trust(uid, deviceId, { trustedAt, trustedUntil, trustCounter: user.rung1 });
    await this.events.record('device.trusted', { uid, data: { device_id: deviceId, until: trustedUntil } });
  }

  /**
   * Whether a sign-in needs no second factor because of its device. To be called first in its transaction: it locks the user
   * before it reads.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async covers(user: Authenticated, proof: Proof, { device }: Client): Promise<boolean> {
    if (this.env.devices.trustTtl === 0 || proof.method !== 'password' || proof.acr !== 'aal1') return false;
    if (!device?.inCookie || device.tokens.length === 0) return false;
    await this.signIns.requireUnchanged(user);
    const { own } = await this.devices.find(user.uid, device.tokens);
    return own !== undefined && this.untilOf(own.device, user) !== null;
  }

  /** The same for a session that goes on: until when its device is trusted, in epoch seconds; null for no trust. */
  async coverOf({ uid, deviceId, method }: Session, user: Trusting): Promise<number | null> {
    if (this.env.devices.trustTtl === 0 || deviceId === null || method !== 'password') return null;
    const device = await this.devices.findById(uid, deviceId);
    return device ? this.untilOf(device, user) : null;
  }

  /**
   * Until when a device is trusted, in epoch seconds; null for a device that is not. The setting may be lower than it was.
   */
  untilOf({ trustedAt, trustedUntil, trustCounter }: Trust, user: Trusting): number | null {
    const { rung1, adminScopes } = user;
    if (trustedAt === null || trustedUntil === null || adminScopes !== '') return null;
    if (trustCounter !== rung1) return null;
    const until = Math.min(trustedUntil, trustedAt + this.env.devices.trustTtl);
    return until > this.clock.now() ? until : null;
  }
}
