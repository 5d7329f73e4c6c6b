import { Env } from '@app/config';
import { Clock } from '@app/database';
import { EventLog, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, DeviceStore, deviceTextOf, type FoundDevices, type Session, type Trust } from '@app/tokens';
import { type Authenticated, SignInAddresses, SignInService, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Proof } from './proof.js';
import { SignInNoticePolicy } from './sign-in-notices.js';

/** What the account knows of the device of a sign-in. */
interface SeenDevice {
  /** Undefined for a client that wants no device token. */
  found: FoundDevices | undefined;
  /** Whether the account has not seen the device, or the client address in its place. False where no emails tell of new devices. */
  isNew: boolean;
}

/** The device of a session. */
interface RecordedDevice {
  /** Null for a client that wants no device token. */
  deviceId: string | null;
  /** What the client has to show at its next sign-in. */
  deviceToken?: string;
}

/** Recognises the devices on which users sign in. The user must be locked. */
@Injectable()
export class SignInDevices {
  constructor(
    private readonly devices: DeviceStore,
    private readonly addresses: SignInAddresses,
    private readonly events: EventLog,
    private readonly notices: SignInNoticePolicy,
  ) {}

  /**
   * Finds the device of a sign-in. An unknown token counts as none.
   * @param first whether the account has no earlier sign-in by its owner: then there is nothing to compare with
   */
  async see(uid: string, { ip, device }: Client, first: boolean): Promise<SeenDevice> {
    const found = device && (await this.devices.find(uid, device.tokens));
    if (found?.own || !this.notices.isOn) return { found, isNew: false };
    const hasDevices = await this.devices.hasAny(uid);
    const addresses = await this.addresses.ofUser(uid);
    if (first && !hasDevices && addresses.length === 0) return { found, isNew: false };
    // The client address stands for the device of a client without a token, and before the first device.
    const known = device && hasDevices ? undefined : addresses.find(({ address }) => address === addressGroup(ip));
    return { found, isNew: known === undefined };
  }

  /** Records a sign-in. A client that wants a device token and has none of the user gets a new one, besides those of other accounts. */
  async record(uid: string, { ip, userAgent }: Client, { found }: SeenDevice): Promise<RecordedDevice> {
    await this.addresses.record(uid, addressGroup(ip));
    if (!found) return { deviceId: null };
    if (found.own) await this.devices.recordUse(found.own.device, userAgent);
    const { device, token } = found.own ?? (await this.add(uid, userAgent));
    return { deviceId: device.deviceId, deviceToken: deviceTextOf(token, found.others) };
  }

  private async add(uid: string, userAgent: string) {
    const added = await this.devices.add(uid, userAgent);
    const data = { device_id: added.device.deviceId };
    await this.events.record('device.added', { uid, actor: userActor(uid), data });
    return added;
  }
}

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
