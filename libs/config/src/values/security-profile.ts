/** A setting whose default is safer with `SECURITY_PROFILE=strict`. */
interface StrictSetting {
  /** The default of the profile. */
  value: string;
  /** Whether another value is as safe as the default of the profile. */
  asSafe?: (text: string) => boolean;
}

const THIRTY_DAYS = 30 * 86_400;

/** The settings of the profile `strict`. */
const STRICT: Record<string, StrictSetting> = {
  LINK_CONFIRM: { value: 'page' },
  EMAIL_CHANGE: { value: 'confirm' },
  SESSION_MAX_TTL: { value: String(THIRTY_DAYS), asSafe: (text) => text !== '0' && Number(text) <= THIRTY_DAYS },
  SIGNUP_EMAIL_VERIFIED: { value: 'ignore' },
  PASSWORD_MIN_SCORE: { value: '2', asSafe: (text) => Number(text) >= 2 },
  PASSWORD_HASH: { value: 'argon2id' },
};

/** The defaults that `SECURITY_PROFILE=strict` changes, by the names of the settings. */
export const STRICT_DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STRICT).map(([name, { value }]) => [name, value]),
);

/** Whether the value of a setting is weaker than the default of the profile `strict`. */
export function isWeakerThanStrict(name: string, text: string | undefined): boolean {
  const setting = STRICT[name];
  if (setting === undefined || text === undefined || text === setting.value) return false;
  return !setting.asSafe?.(text);
}
