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

/** The steps of a sign-in. */
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
