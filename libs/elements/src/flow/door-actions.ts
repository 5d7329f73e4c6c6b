import { BEGIN_AGAIN, DEMANDS, deadLink, OVER, PASSKEY, STEPS, type Step, TOKEN } from './outcomes.js';

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
