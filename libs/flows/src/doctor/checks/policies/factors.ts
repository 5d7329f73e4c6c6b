import { type Check, type Finding, ok, warn } from '../check.js';

const ADVICE =
  'advice for production, which SECURITY_PROFILE leaves to you: MFA_RESET_DELAY=86400, so that users can stop a reset that they did not ask for';

/** Checks the rules for second factors. */
export const factors: Check = {
  name: 'factors',
  settings: ['MFA', 'MFA_RESET_DELAY', 'SMTP_URL'],
  run: async ({ env: { production, mfa, mfaResetDelay, mailConfigured } }) => {
    const found = ok(`rules for second factors: MFA=${mfa}, MFA_RESET_DELAY=${mfaResetDelay}`);
    if (!production) return found;
    const findings: Finding[] = [];
    if (mfa === 'off') {
      findings.push(
        ...warn(
          'MFA=off: no user can add a second factor',
          'advice for production, which SECURITY_PROFILE leaves to you: MFA=optional or required',
        ),
      );
    } else if (mfaResetDelay === 0) {
      findings.push(...warn('MFA_RESET_DELAY=0: an admin token with the scope write removes a factor at once', ADVICE));
    }
    if (mfaResetDelay > 0 && !mailConfigured) {
      findings.push(
        ...warn('a reset of factors waits, but no email informs the user', 'set SMTP_URL to a mail server'),
      );
    }
    return findings.length > 0 ? findings : found;
  },
};
