import type { QrCode } from '../parts/qr-code.js';

/** What a sign-in has found out so far. */
export interface Context {
  email?: string;
  /** Whether the email asked for may create an account. */
  signUp?: boolean;
  /** Where the last email has gone. */
  sentTo?: string;
  /** Of the signed-in user. */
  uid?: string;
  /** Who was signed in at the beginning. */
  account?: { uid: string; email: string };
  /** Of a second step or an enrolment; a signed-in user who adds a factor has none. */
  mfaToken?: string | undefined;
  methods?: string[];
  /** How a signed-in user can prove who they are, and what they have chosen. */
  proofs?: string[] | undefined;
  proof?: string | undefined;
  /** Whether the user trusts this device, so that later sign-ins need no second step. */
  trusts?: boolean;
  /** Whether the user wants to type a recovery code. */
  recovery?: boolean;
  /** When the `mfa_token` or the email code expires, in UNIX epoch seconds. */
  expiry?: number;
  /** Of an email code. */
  codeToken?: string;
  /** The provider for which the user leaves. */
  provider?: string;
  /** Of an address that a provider has not proved. */
  pendingToken?: string;
  /** That address, if the provider has named one. */
  pendingEmail?: string;
  /** The token of a reset link or of a magic link that has led to this page, and what the screen says about the link. */
  linkToken?: string | undefined;
  link?: { email: string; askedAt: number; browser: string } | undefined;
  /** Whether the product waits in another browser. */
  elsewhere?: boolean;
  /** Whether a new password was set on this page. */
  passwordSet?: boolean | undefined;
  /** Whether the user has just signed out everywhere. */
  signedOut?: boolean;
  recoveryCodes?: string[];
  /** An authenticator app that is being added. */
  app?: { factorId: string; secret: string; qr: QrCode };
}

export type StateName =
  | 'loading'
  | 'failed'
  | 'continue'
  | 'start'
  | 'sign_up'
  | 'reset'
  | 'reset_sent'
  | 'new_password'
  | 'password_set'
  | 'link_sent'
  | 'link_elsewhere'
  | 'code'
  | 'confirm'
  | 'confirm_code'
  | 'second_step'
  | 'enrol'
  | 'enrol_email'
  | 'enrol_code'
  | 'enrol_app'
  | 'recovery_codes'
  | 'step_up'
  | 'step_up_code'
  | 'leaving'
  | 'finishing'
  | 'done';

/** Where a message stands: beside a field, or above the form. */
export type Place = 'email' | 'password' | 'code' | 'form';

/** What an answer of the service leads to: a message in the same state, or another state. */
export type Outcome = `@${Place}` | StateName;

/** A step of a sign-in: what it calls, where it leads, and what each error code does. */
interface Step {
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
const STEPS = { MFA_REQUIRED: 'second_step', MFA_ENROLMENT_REQUIRED: 'enrol' } as const;
const OVER = { USER_DISABLED: 'start' } as const;
const BEGIN_AGAIN = { INVALID_MFA_TOKEN: 'start' } as const;
const PASSKEY = { INVALID_CHALLENGE: '@form', INVALID_PASSKEY: '@form' } as const;
const TOKEN = {
  ...STEPS,
  ...OVER,
  INVALID_CODE: 'start',
  EMAIL_CONFIRMATION_REQUIRED: 'confirm',
  EMAIL_NOT_VERIFIED: 'start',
  IDENTITY_ALREADY_LINKED: 'start',
  SIGN_UP_NOT_ALLOWED: 'start',
} as const;
/** A link that does nothing any more. */
const deadLink = (leads: StateName) => ({ LINK_EXPIRED: leads, LINK_ALREADY_USED: leads, INVALID_LINK: leads });
const FACTOR = {
  ...BEGIN_AGAIN,
  EMAIL_NOT_VERIFIED: 'enrol_email',
  FACTOR_LIMIT_REACHED: '@form',
  NOT_AUTHENTICATED: 'start',
  REAUTHENTICATION_REQUIRED: 'step_up',
} as const;
/** What the session of the pages lacks for the product. */
const DEMANDS = {
  REAUTHENTICATION_REQUIRED: 'step_up',
  MFA_NOT_ENABLED: 'enrol',
  MFA_DISABLED: 'continue',
} as const;

const STEP_TABLE = {
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

export type Action = keyof typeof STEP_TABLE;

/** The steps of a sign-in: by each door and its end, the second step and an enrolment, and new proofs. */
export const ACTIONS: Record<Action, Step> = STEP_TABLE;

/** What an error code leads to. */
export function outcomeOf(action: Action, code: string): Outcome {
  const { on, otherwise = '@form' } = ACTIONS[action];
  return on[code] ?? otherwise;
}

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

/** What a state shows and offers. The drawing in docs/sign-in-pages-design.md is made from this table. */
interface State {
  /** Calls of the service that the state offers, or makes by itself. */
  actions: Action[];
  /** States that the user can choose. */
  ways: StateName[];
  /** What the state cannot do without: it is not shown again by the back button or a reload after that is lost. */
  needs?: keyof Context;
  /** The fields beside which a message can be. In other states it is above the form. */
  fields?: Place[];
  /** Whether it says by itself why it follows an answer of the service. */
  explains?: true;
  /** Whether it works by itself, and shows only that. */
  busy?: true;
}

export const STATES: Record<StateName, State> = {
  loading: { actions: ['load', 'follow_link', 'open_reset', 'arrive'], ways: [], busy: true },
  failed: { actions: ['load'], ways: [] },
  continue: { actions: [], ways: ['finishing', 'start'], needs: 'uid' },
  start: {
    actions: ['sign_in', 'ask_link', 'ask_code', 'use_passkey', 'leave_for_provider'],
    ways: ['sign_up', 'reset'],
    fields: ['email', 'password'],
  },
  sign_up: {
    actions: ['sign_up', 'ask_link', 'ask_code', 'leave_for_provider'],
    ways: ['start'],
    fields: ['email', 'password'],
  },
  reset: { actions: ['reset'], ways: ['start'], fields: ['email'] },
  reset_sent: { actions: ['reset'], ways: ['start'], needs: 'sentTo' },
  new_password: { actions: ['set_password'], ways: ['start'], needs: 'linkToken', fields: ['password'] },
  password_set: { actions: [], ways: ['start'] },
  link_sent: { actions: ['ask_link', 'use_code'], ways: ['start'], needs: 'sentTo', fields: ['code'] },
  link_elsewhere: { actions: ['use_link'], ways: ['start'], explains: true },
  code: { actions: ['use_code', 'ask_code'], ways: ['start'], needs: 'codeToken', fields: ['code'] },
  confirm: {
    actions: ['ask_confirmation'],
    ways: ['start'],
    needs: 'pendingToken',
    fields: ['email'],
    explains: true,
  },
  confirm_code: {
    actions: ['confirm', 'ask_confirmation'],
    ways: ['start'],
    needs: 'codeToken',
    fields: ['code'],
  },
  second_step: {
    actions: ['verify_code', 'verify_passkey'],
    ways: ['start'],
    needs: 'mfaToken',
    fields: ['code'],
    explains: true,
  },
  enrol: { actions: ['add_app', 'add_passkey'], ways: ['start'], needs: 'methods' },
  enrol_email: {
    actions: ['ask_proof'],
    ways: ['enrol'],
    needs: 'methods',
    fields: ['email'],
    explains: true,
  },
  enrol_code: { actions: ['prove', 'ask_proof'], ways: ['enrol_email'], needs: 'codeToken', fields: ['code'] },
  enrol_app: { actions: ['confirm_app'], ways: ['enrol'], needs: 'app', fields: ['code'] },
  recovery_codes: { actions: [], ways: ['finishing'], needs: 'recoveryCodes' },
  step_up: {
    actions: ['reauthenticate', 'reauthenticate_passkey', 'ask_reauthentication'],
    ways: ['start'],
    needs: 'proofs',
    fields: ['password', 'code'],
    explains: true,
  },
  step_up_code: {
    actions: ['reauthenticate', 'ask_reauthentication'],
    ways: ['step_up'],
    needs: 'codeToken',
    fields: ['code'],
  },
  leaving: { actions: [], ways: ['start'], busy: true },
  finishing: { actions: ['hand_over'], ways: [], needs: 'uid', busy: true },
  done: { actions: ['sign_out'], ways: ['finishing'], needs: 'uid' },
};
