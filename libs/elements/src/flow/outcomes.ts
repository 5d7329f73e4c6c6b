import type { StateName } from './context.js';

/** Where a message stands: beside a field, or above the form. */
export type Place = 'email' | 'password' | 'code' | 'form';

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

export type Action =
  | 'load'
  | 'follow_link'
  | 'use_link'
  | 'open_reset'
  | 'set_password'
  | 'arrive'
  | 'sign_in'
  | 'sign_up'
  | 'reset'
  | 'ask_link'
  | 'ask_code'
  | 'use_code'
  | 'use_passkey'
  | 'leave_for_provider'
  | 'ask_confirmation'
  | 'confirm'
  | 'verify_code'
  | 'verify_passkey'
  | 'add_app'
  | 'confirm_app'
  | 'add_passkey'
  | 'ask_proof'
  | 'prove'
  | 'reauthenticate'
  | 'reauthenticate_passkey'
  | 'ask_reauthentication'
  | 'hand_over'
  | 'sign_out';

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
