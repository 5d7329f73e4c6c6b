import { PASSKEY, type Step } from './outcomes.js';

/** A new proof of a user who is signed in, which a product demands. */
export const PROOF_ACTIONS = {
  reauthenticate: {
    calls: ['POST /api/auth/user/reauthenticate'],
    leads: 'finishing',
    on: {
      ...PASSKEY,
      INVALID_PASSWORD: '@password',
      INVALID_CODE: '@code',
      REAUTHENTICATION_REQUIRED: 'step_up',
      NOT_AUTHENTICATED: 'start',
    },
  },
  reauthenticate_passkey: {
    calls: ['POST /api/auth/user/reauthenticate/options', 'POST /api/auth/user/reauthenticate'],
    leads: 'finishing',
    on: {
      ...PASSKEY,
      INVALID_PASSWORD: '@form',
      INVALID_CODE: '@form',
      FACTOR_NOT_FOUND: '@form',
      EMAIL_NOT_CONFIGURED: '@form',
      PASSKEY_CANCELLED: '@form',
      PASSKEY_FAILED: '@form',
      NOT_AUTHENTICATED: 'start',
    },
  },
  ask_reauthentication: {
    calls: ['POST /api/auth/user/reauthenticate/options'],
    leads: 'step_up_code',
    on: { EMAIL_NOT_CONFIGURED: '@form', FACTOR_NOT_FOUND: '@form', NOT_AUTHENTICATED: 'start' },
  },
} satisfies Record<string, Step>;
