import { EventLog, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, DeviceStore, deviceTextOf, type ShownDevice } from '@app/tokens';
import { SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';

/** The device of a sign-in. */
export interface SeenDevice {
  /** Null for a client that wants no device token. */
  deviceId: string | null;
  /** What the client has to show at its next sign-in. */
  deviceToken?: string;
  /** Whether the account has not seen the device, or the client address in its place. False where no emails tell of new devices. */
  isNew: boolean;
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
   * Finds the device of a sign-in and records its use. An unknown token counts as none: the device then gets a new one, besides
   * those of other accounts.
   * @param first whether the account has no earlier sign-in by its owner: then there is nothing to compare with
   */
  async see(uid: string, { ip, userAgent, device }: Client, first: boolean): Promise<SeenDevice> {
    const group = addressGroup(ip);
    const found = device && (await this.devices.find(uid, device.tokens));
    const isNew = this.notices.isOn && !found?.own && !(await this.isFamiliar(uid, device, group, first));
    await this.addresses.record(uid, group);
    if (!found) return { deviceId: null, isNew };
    if (found.own) await this.devices.recordUse(found.own.device, userAgent);
    const { device: used, token } = found.own ?? (await this.add(uid, userAgent));
    return { deviceId: used.deviceId, deviceToken: deviceTextOf(token, found.others), isNew };
  }

  /** Whether the client address stands for the device, as it does for a client without a token and before the first device. */
  private async isFamiliar(uid: string, device: ShownDevice | undefined, group: string, first: boolean) {
    const hasDevices = await this.devices.hasAny(uid);
    const addresses = await this.addresses.ofUser(uid);
    if (first && !hasDevices && addresses.length === 0) return true;
    return (!device || !hasDevices) && addresses.includes(group);
  }

  private async add(uid: string, userAgent: string) {
    const added = await this.devices.add(uid, userAgent);
    const data = { device_id: added.device.deviceId };
    await this.events.record('device.added', { uid, actor: userActor(uid), data });
    return added;
  }
}
