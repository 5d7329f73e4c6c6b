import { EventLog, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, DeviceStore, deviceTextOf, type FoundDevices } from '@app/tokens';
import { SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';

/** What the account knows of the device of a sign-in. */
export interface SeenDevice {
  /** Undefined for a client that wants no device token. */
  found: FoundDevices | undefined;
  /** Whether the account has not seen the device, or the client address in its place. False where no emails tell of new devices. */
  isNew: boolean;
}

/** The device of a session. */
export interface RecordedDevice {
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
