import type { TemplateResult } from 'lit';
import type { StateName } from '../flow/context.js';
import { waiting } from '../parts/fields.js';
import * as emails from './emails.js';
import * as factors from './factors.js';
import * as proofs from './proofs.js';
import * as sessions from './sessions.js';
import { signUp, start } from './start.js';
import type { View } from './view.js';

/** What each state shows. */
export const SCREENS: Record<StateName, (view: View) => TemplateResult> = {
  loading: ({ wording }) => waiting(wording),
  failed: sessions.failed,
  continue: sessions.continueAs,
  start,
  sign_up: signUp,
  reset: emails.reset,
  reset_sent: emails.resetSent,
  new_password: emails.newPassword,
  password_set: emails.passwordSet,
  link_sent: emails.linkSent,
  link_elsewhere: emails.linkElsewhere,
  code: emails.code,
  confirm: emails.confirm,
  confirm_code: emails.confirmCode,
  second_step: factors.secondStep,
  enrol: factors.enrol,
  enrol_email: emails.enrolEmail,
  enrol_code: emails.enrolCode,
  enrol_app: factors.enrolApp,
  recovery_codes: factors.recoveryCodes,
  leaving: sessions.leaving,
  step_up: proofs.stepUp,
  step_up_code: proofs.stepUpCode,
  finishing: ({ wording }) => waiting(wording),
  done: sessions.done,
};
