import type { Action, Place, StateName } from './states.js';

/** What an answer of the service leads to: a message in the same state, or another state. */
export type Outcome = `@${Place}` | StateName;

/** A step of a sign-in: what it calls, where it leads, and what each error code does. */
export interface Step {
  /** Method and path of each call, as in the OpenAPI document of the service. */
  calls: string[];
  leads: StateName;
  /** Where it can lead besides. */
  orLeads?: StateName[];
  on: Record<string, Outcome>;
  /** For the codes that any call can answer, and for those that this version does not know. Default: `@form`. */
  otherwise?: Outcome;
}

/** The next steps of a sign-in, which are no failures. */
export const STEPS = { MFA_REQUIRED: 'second_step', MFA_ENROLMENT_REQUIRED: 'enrol' } as const;
export const OVER = { USER_DISABLED: 'start' } as const;
export const BEGIN_AGAIN = { INVALID_MFA_TOKEN: 'start' } as const;
export const PASSKEY = { INVALID_CHALLENGE: '@form', INVALID_PASSKEY: '@form' } as const;
export const TOKEN = {
  ...STEPS,
  ...OVER,
  INVALID_CODE: 'start',
  EMAIL_CONFIRMATION_REQUIRED: 'confirm',
  EMAIL_NOT_VERIFIED: 'start',
  IDENTITY_ALREADY_LINKED: 'start',
  SIGN_UP_NOT_ALLOWED: 'start',
} as const;
/** A link that does nothing any more. */
export const deadLink = (leads: StateName) => ({ LINK_EXPIRED: leads, LINK_ALREADY_USED: leads, INVALID_LINK: leads });
export const FACTOR = {
  ...BEGIN_AGAIN,
  EMAIL_NOT_VERIFIED: 'enrol_email',
  FACTOR_LIMIT_REACHED: '@form',
  NOT_AUTHENTICATED: 'start',
  REAUTHENTICATION_REQUIRED: 'step_up',
} as const;
/** What the session of the pages lacks for the product. */
export const DEMANDS = {
  REAUTHENTICATION_REQUIRED: 'step_up',
  MFA_NOT_ENABLED: 'enrol',
  MFA_DISABLED: 'continue',
} as const;

/** The first step of a sign-in, by each door, and its end. */
export const DOOR_ACTIONS = {
  load: {
    calls: ['GET /api/auth/ui', 'GET /api/auth/user', 'POST /api/auth/user/code'],
    leads: 'start',
    orLeads: ['continue', 'sign_up', 'reset', 'new_password', 'link_elsewhere'],
    on: { ...DEMANDS, USER_NOT_FOUND: 'start', NOT_AUTHENTICATED: 'start', INVALID_REDIRECT_URL: 'continue' },
    otherwise: 'failed',
  },
  follow_link: {
    calls: ['POST /api/auth/token', 'POST /api/auth/magic-link/login', 'POST /api/auth/ui/link'],
    leads: 'finishing',
    orLeads: ['link_elsewhere'],
    on: { ...TOKEN, ...deadLink('start'), LINK_NOT_REQUESTED: 'link_elsewhere' },
    otherwise: 'start',
  },
  use_link: {
    calls: ['POST /api/auth/magic-link/login'],
    leads: 'finishing',
    on: { ...STEPS, ...OVER, ...deadLink('start'), INVALID_CODE: '@form' },
  },
  open_reset: {
    calls: ['POST /api/auth/ui/link'],
    leads: 'new_password',
    on: { ...OVER, ...deadLink('reset') },
    otherwise: 'failed',
  },
  set_password: {
    calls: ['PATCH /api/auth/user/change-password', 'POST /api/auth/ui/link'],
    leads: 'start',
    orLeads: ['password_set'],
    on: {
      ...OVER,
      ...deadLink('reset'),
      WEAK_PASSWORD: '@password',
      INVALID_PASSWORD: '@form',
      REAUTHENTICATION_REQUIRED: '@form',
    },
  },
  arrive: {
    calls: ['POST /api/auth/token'],
    leads: 'finishing',
    on: { ...TOKEN, ACCESS_DENIED: 'start', PROVIDER_ERROR: 'start' },
    otherwise: 'start',
  },
  sign_in: {
    calls: ['POST /api/auth/user/login'],
    leads: 'finishing',
    on: { ...STEPS, INVALID_CREDENTIALS: '@password', USER_DISABLED: '@form' },
  },
  sign_up: {
    calls: ['POST /api/auth/user/create'],
    leads: 'finishing',
    on: {
      ...STEPS,
      EMAIL_ALREADY_IN_USE: '@email',
      INVALID_EMAIL: '@email',
      WEAK_PASSWORD: '@password',
      INVALID_METADATA: '@form',
      SIGN_UP_NOT_ALLOWED: 'start',
    },
  },
  reset: {
    calls: ['POST /api/auth/reset-password'],
    leads: 'reset_sent',
    on: { EMAIL_NOT_CONFIGURED: '@form', INVALID_REDIRECT_URL: '@form' },
  },
  ask_link: {
    calls: ['POST /api/auth/magic-link'],
    leads: 'link_sent',
    on: {
      INVALID_EMAIL: '@email',
      USER_NOT_FOUND: '@email',
      EMAIL_NOT_CONFIGURED: '@form',
      INVALID_REDIRECT_URL: '@form',
    },
  },
  ask_code: {
    calls: ['POST /api/auth/email-code'],
    leads: 'code',
    on: { INVALID_EMAIL: '@email', EMAIL_NOT_CONFIGURED: '@form' },
  },
  use_code: {
    calls: ['POST /api/auth/email-code/verify'],
    leads: 'finishing',
    on: { ...STEPS, ...OVER, ...BEGIN_AGAIN, INVALID_CODE: '@code' },
  },
  use_passkey: {
    calls: ['POST /api/auth/passkey/options', 'POST /api/auth/passkey/login'],
    leads: 'finishing',
    on: {
      ...PASSKEY,
      PASSKEY_NOT_FOUND: '@form',
      USER_DISABLED: '@form',
      PASSKEY_CANCELLED: '@form',
      PASSKEY_FAILED: '@form',
    },
  },
  leave_for_provider: {
    calls: ['POST /api/auth/external/{id}/start'],
    leads: 'leaving',
    on: { INVALID_REDIRECT_URL: '@form', PROVIDER_ERROR: '@form', PROVIDER_NOT_FOUND: '@form' },
  },
  ask_confirmation: {
    calls: ['POST /api/auth/external/confirm'],
    leads: 'confirm_code',
    on: { INVALID_EMAIL: '@email', EMAIL_NOT_CONFIGURED: '@form', INVALID_CODE: 'start' },
  },
  confirm: {
    calls: ['POST /api/auth/external/confirm/verify'],
    leads: 'finishing',
    on: { ...STEPS, ...OVER, INVALID_CODE: '@code', SIGN_UP_NOT_ALLOWED: 'start' },
  },
  hand_over: {
    calls: ['POST /api/auth/user/code'],
    leads: 'done',
    on: { ...DEMANDS, INVALID_REDIRECT_URL: 'continue', NOT_AUTHENTICATED: 'start' },
    otherwise: 'continue',
  },
  sign_out: {
    calls: ['POST /api/auth/user/logout'],
    leads: 'start',
    on: { INVALID_REFRESH_TOKEN: 'start' },
  },
} satisfies Record<string, Step>;

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

/** Codes that any call can answer, and that say nothing about the sign-in: the user can try again. */
export const COMMON = [
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_AUTHENTICATED',
  'IMPERSONATION_FORBIDDEN',
];

export const ACTIONS: Record<Action, Step> = { ...DOOR_ACTIONS, ...FACTOR_ACTIONS, ...PROOF_ACTIONS };

/** What an error code leads to. */
export function outcomeOf(action: Action, code: string): Outcome {
  const { on, otherwise = '@form' } = ACTIONS[action];
  return on[code] ?? otherwise;
}
