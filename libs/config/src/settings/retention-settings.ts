import type { SettingsReader } from '../settings-reader.js';

const ONE_HOUR = 3_600;
const ONE_DAY = 86_400;
const THIRTY_DAYS = 30 * ONE_DAY;
const ONE_YEAR = 365 * ONE_DAY;
const TEN_YEARS = 10 * ONE_YEAR;

/** For how many seconds the service keeps what it no longer needs. */
export interface RetentionSettings {
  /** 0 for ever. Longer than access tokens live: revocation lists come from the log. */
  events: number;
  /** The client addresses in events; 0 as long as the events. */
  eventAddresses: number;
  /** Sent and failed emails, without their text. */
  emails: number;
  /** Deliveries of webhooks that were sent or given up. */
  deliveries: number;
}

export function readRetentionSettings(read: SettingsReader): RetentionSettings {
  const week = { min: 7 * ONE_DAY, max: TEN_YEARS, fallback: 0 };
  const month = { min: ONE_DAY, max: ONE_YEAR, fallback: THIRTY_DAYS };
  return {
    events: read.integerOrZero('EVENTS_TTL', { min: ONE_HOUR, max: TEN_YEARS, fallback: ONE_YEAR }, 'for ever'),
    eventAddresses: read.integerOrZero('EVENT_ADDRESSES_TTL', week, 'for as long as the events'),
    emails: read.integer('EMAILS_TTL', month),
    deliveries: read.integer('DELIVERIES_TTL', month),
  };
}
