import type { Context, StateName } from './context.js';
import type { Action } from './outcomes.js';

/** What a state shows and offers. The drawing in docs/sign-in-pages-design.md is made from this table. */
export interface State {
  /** Calls of the service that the state offers, or makes by itself. */
  actions: Action[];
  /** States that the user can choose. */
  ways: StateName[];
  /** What the state cannot do without: it is not shown again by the back button or a reload after that is lost. */
  needs?: keyof Context;
  /** Whether it says by itself why it follows an answer of the service. */
  explains?: true;
  /** Whether it works by itself, and shows only that. */
  busy?: true;
}

export const STATES: Record<StateName, State> = {
  loading: { actions: ['load', 'follow_link', 'arrive'], ways: [], busy: true },
  failed: { actions: ['load'], ways: [] },
  continue: { actions: [], ways: ['finishing', 'start'], needs: 'uid' },
  start: {
    actions: ['sign_in', 'ask_link', 'ask_code', 'use_passkey', 'leave_for_provider'],
    ways: ['sign_up', 'reset'],
  },
  sign_up: { actions: ['sign_up', 'ask_link', 'ask_code', 'leave_for_provider'], ways: ['start'] },
  reset: { actions: ['reset'], ways: ['start'] },
  reset_sent: { actions: ['reset'], ways: ['start'], needs: 'email' },
  link_sent: { actions: ['ask_link'], ways: ['start'], needs: 'email' },
  link_elsewhere: { actions: [], ways: ['start'], explains: true },
  code: { actions: ['use_code', 'ask_code'], ways: ['start'], needs: 'codeToken' },
  confirm: { actions: ['ask_confirmation'], ways: ['start'], needs: 'pendingToken', explains: true },
  confirm_code: { actions: ['confirm', 'ask_confirmation'], ways: ['start'], needs: 'codeToken' },
  second_step: { actions: ['verify_code', 'verify_passkey'], ways: ['start'], needs: 'mfaToken', explains: true },
  enrol: { actions: ['add_app', 'add_passkey'], ways: ['start'], needs: 'methods' },
  enrol_email: { actions: ['ask_proof'], ways: ['enrol', 'start'], needs: 'methods', explains: true },
  enrol_code: { actions: ['prove', 'ask_proof'], ways: ['enrol_email', 'start'], needs: 'codeToken' },
  enrol_app: { actions: ['confirm_app'], ways: ['enrol', 'start'], needs: 'app' },
  recovery_codes: { actions: [], ways: ['finishing'], needs: 'recoveryCodes' },
  step_up: {
    actions: ['reauthenticate', 'reauthenticate_passkey', 'ask_reauthentication'],
    ways: ['start'],
    needs: 'proofs',
    explains: true,
  },
  step_up_code: { actions: ['reauthenticate', 'ask_reauthentication'], ways: ['step_up', 'start'], needs: 'codeToken' },
  leaving: { actions: [], ways: ['start'], busy: true },
  finishing: { actions: ['hand_over'], ways: [], needs: 'uid', busy: true },
  done: { actions: ['sign_out'], ways: ['start'], needs: 'uid' },
};
