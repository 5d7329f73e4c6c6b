import { STRICT_DEFAULTS } from '@app/config';
import { type Check, ok, warn } from '../check.js';

/** What a value that is weaker than `SECURITY_PROFILE=strict` leaves open. */
const OPEN: Record<string, string> = {
  LINK_CONFIRM: 'a mail scanner that follows a link uses it up, and can verify an address that its owner never saw',
  EMAIL_CHANGE: 'a user changes the email before the new mailbox has confirmed it',
  SESSION_MAX_TTL: 'a session can be refreshed for longer than 30 days after its sign-in',
  SIGNUP_EMAIL_VERIFIED:
    'any client can create an account that says email_verified for the address of another person; harmless if only your own servers call create',
  PASSWORD_MIN_SCORE: 'passwords that are easy to guess are accepted',
  PASSWORD_HASH: 'graphics cards guess passwords of a stolen database faster than with argon2id',
};

/** Names the security profile, and in production each setting that is weaker than `SECURITY_PROFILE=strict`. */
export const profile: Check = {
  name: 'profile',
  run: async ({ env: { production, securityProfile, inForce } }) => {
    const weak = inForce.filter((setting) => setting.weak);
    const found = `SECURITY_PROFILE=${securityProfile}`;
    if (weak.length === 0)
      return ok(
        `${found}: none of the settings of this profile is weaker than strict: ${Object.keys(STRICT_DEFAULTS).join(', ')}`,
      );
    const names = weak.map(({ name, value }) => `${name}=${value}`).join(', ');
    if (!production) return ok(`${found}; weaker than strict: ${names}`);
    const forAll = securityProfile === 'strict' ? '' : ', or SECURITY_PROFILE=strict for all of these settings';
    return weak.flatMap(({ name, value }) =>
      warn(`${name}=${value}: ${OPEN[name]}`, `advice for production: ${name}=${STRICT_DEFAULTS[name]}${forAll}`),
    );
  },
};
