import { EventLog } from '@app/events';
import { DeviceStore, SessionQueries } from '@app/tokens';
import { SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Ends } from './ends.js';

/** Ends the trust in the devices of users, and forgets devices. The user must be locked. */
@Injectable()
export class DeviceRevocation {
  constructor(
    private readonly devices: DeviceStore,
    private readonly sessions: SessionQueries,
    private readonly addresses: SignInAddresses,
    private readonly events: EventLog,
  ) {}

  /** @param ended the sessions that the event has ended */
  async revoke({ devices, reason }: Ends, uid: string, ended: string[]): Promise<void> {
    if (devices === 'forgotten') await this.forget(uid, reason);
    if (devices === 'untrusted') await this.devices.endTrust(uid);
    if (devices === 'of_session') {
      const found = await this.sessions.devicesOf(uid, ended);
      const ids = [...found.values()].filter((id) => id !== null);
      await this.devices.endTrust(uid, ids);
    }
  }

  /** A thief may have made the devices known, and also the client addresses, which count for clients without a device token. */
  private async forget(uid: string, reason: string): Promise<void> {
    const removed = await this.devices.removeAll(uid);
    await this.addresses.forget(uid);
    const facts = removed.map((id) => ({ uid, data: { device_id: id, reason } }));
    await this.events.recordEach('device.removed', facts);
  }
}
