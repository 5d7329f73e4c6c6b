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
