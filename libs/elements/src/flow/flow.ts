import { LatchkeyError, MfaError } from '@latchkey/client';
import { EmailConfirmationError } from '@latchkey/client/external';
import {
  ACTIONS,
  type Action,
  type Context,
  type Outcome,
  outcomeOf,
  type Place,
  STATES,
  type StateName,
} from './states.js';

/** What the user has to know or mend. */
export interface Problem {
  code: string;
  place: Place;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** What a step has found out, and the state that follows, if it is another one than usual. */
export type Found = Context & { to?: StateName };

/** The state of a sign-in. It changes by the tables of states and actions only. */
export class Flow {
  name: StateName = 'loading';
  /** The state before this one. */
  from: StateName = 'loading';
  context: Context = {};
  problem: Problem | undefined;
  /** The step that is under way. */
  running: Action | undefined;

  /** @param changed is called after each change; `moved` if the state is another one */
  constructor(private readonly changed: (moved: boolean) => void) {}

  /** Takes a step, unless another one is under way. */
  async run(action: Action, send: () => Promise<Found | undefined>): Promise<void> {
    if (this.running) return;
    this.running = action;
    this.problem = undefined;
    this.changed(false);
    try {
      const { to = ACTIONS[action].leads, ...found } = (await send()) ?? {};
      this.running = undefined;
      this.go(to, found);
    } catch (error) {
      this.running = undefined;
      this.fail(action, error);
    }
  }

  /** Shows a state, or the next best one without what it needs. */
  go(wanted: StateName, found: Context = {}, problem?: Problem): void {
    this.context = { ...this.context, ...found };
    this.from = this.name;
    this.name = this.reachable(wanted);
    this.problem = STATES[this.name].explains ? undefined : problem;
    this.changed(true);
  }

  /** A failed step: a message in the same state, or another state. */
  fail(action: Action, error: unknown): void {
    const { code, retryAfter } = error instanceof LatchkeyError ? error : { code: 'UNEXPECTED_ANSWER' };
    const outcome = outcomeOf(action, code);
    if (isPlace(outcome)) this.refuse(code, outcome.slice(1) as Place, retryAfter);
    else {
      // A step that is missing is no failure.
      const isClear = error instanceof MfaError || code === 'MFA_NOT_ENABLED';
      this.go(outcome, contextOf(error, this.context), isClear ? undefined : { code, place: 'form', retryAfter });
    }
  }

  /** Shows a message in the same state. */
  refuse(code: string, place: Place, retryAfter?: number): void {
    const isShown = STATES[this.name].fields?.includes(place);
    this.problem = { code, place: isShown ? place : 'form', retryAfter };
    this.changed(false);
  }

  private reachable(wanted: StateName): StateName {
    // Recovery codes are shown once. The user leaves them by saying that they are kept.
    if (this.context.recoveryCodes) return 'recovery_codes';
    const { needs, ways } = STATES[wanted];
    if (!needs || this.context[needs] !== undefined) return wanted;
    return this.reachable(ways[0] ?? 'start');
  }
}

const isPlace = (outcome: Outcome): outcome is `@${Place}` => outcome.startsWith('@');

function contextOf(error: unknown, { account }: Context): Context {
  if (error instanceof MfaError) {
    const { mfaToken, methods, expiry, uid } = error;
    // What another user has left in this page is of no use.
    return { mfaToken, methods, expiry, recovery: undefined, app: undefined, ...(uid && { uid }) };
  }
  if (error instanceof EmailConfirmationError) {
    const { pendingToken, email } = error;
    return { pendingToken, pendingEmail: email, ...(email && { email }) };
  }
  const { code, methods = [] } = error as Partial<LatchkeyError>;
  if (code === 'MFA_NOT_ENABLED') return { mfaToken: undefined, methods: ['totp', 'passkey'] };
  if (code !== 'REAUTHENTICATION_REQUIRED') return {};
  if (methods.length > 0) return { proofs: methods, proof: undefined };
  // Only a sign-in proves anything, for example of a user whom a provider alone signs in.
  return { proofs: undefined, proof: undefined, ...(account && { email: account.email }) };
}
