import { BEGIN_AGAIN, FACTOR, OVER, PASSKEY, STEPS, type Step } from './outcomes.js';

/** The second step of a sign-in, and the enrolment of a factor where it is demanded. */
export const FACTOR_ACTIONS = {
  verify_code: {
    calls: ['POST /api/auth/mfa/verify'],
    leads: 'finishing',
    on: { ...BEGIN_AGAIN, ...OVER, ...PASSKEY, INVALID_CODE: '@code' },
  },
  verify_passkey: {
    calls: ['POST /api/auth/mfa/passkey/options', 'POST /api/auth/mfa/verify'],
    leads: 'finishing',
    on: {
      ...BEGIN_AGAIN,
      ...OVER,
      ...PASSKEY,
      FACTOR_NOT_FOUND: '@form',
      INVALID_CODE: '@form',
      PASSKEY_CANCELLED: '@form',
      PASSKEY_FAILED: '@form',
    },
  },
  add_app: { calls: ['POST /api/auth/user/mfa/totp'], leads: 'enrol_app', on: { ...FACTOR, MFA_DISABLED: 'start' } },
  confirm_app: {
    calls: ['POST /api/auth/user/mfa/totp/{factor_id}/confirm'],
    leads: 'recovery_codes',
    on: { ...FACTOR, INVALID_CODE: '@code', FACTOR_NOT_FOUND: 'enrol' },
  },
  add_passkey: {
    calls: ['POST /api/auth/user/passkeys/options', 'POST /api/auth/user/passkeys'],
    leads: 'recovery_codes',
    on: {
      ...FACTOR,
      ...PASSKEY,
      MFA_DISABLED: 'start',
      PASSKEY_EXISTS: '@form',
      PASSKEY_CANCELLED: '@form',
      PASSKEY_FAILED: '@form',
    },
  },
  ask_proof: {
    calls: ['POST /api/auth/email-code'],
    leads: 'enrol_code',
    on: { INVALID_EMAIL: '@email', EMAIL_NOT_CONFIGURED: '@form' },
  },
  prove: {
    calls: ['POST /api/auth/email-code/verify'],
    leads: 'finishing',
    on: { ...STEPS, ...OVER, ...BEGIN_AGAIN, INVALID_CODE: '@code' },
  },
} satisfies Record<string, Step>;
