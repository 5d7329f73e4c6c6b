import type { Context, StateName } from './context.js';
import type { Action, Place } from './outcomes.js';

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
