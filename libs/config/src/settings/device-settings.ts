import type { SettingsReader } from '../settings-reader.js';

const THIRTY_DAYS = 30 * 86_400;

/** What the devices of users count for. */
export interface DeviceSettings {
  /** Whether a sign-in on a new device mails its user. */
  notice: 'new_device' | 'off';
  /** For how many seconds a sign-in by password needs no second factor on a device that is trusted; 0 for no such devices. */
  trustTtl: number;
}

export function readDeviceSettings(read: SettingsReader): { devices: DeviceSettings } {
  const notice = read.oneOf('SIGN_IN_NOTICE', ['new_device', 'off'], 'new_device');
  const bounds = { min: 1, max: THIRTY_DAYS, fallback: 0 };
  return { devices: { notice, trustTtl: read.integerOrZero('TRUSTED_DEVICE_TTL', bounds, 'to trust none') } };
}
