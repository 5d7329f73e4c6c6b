import type { ProofMethod } from '@latchkey/client';
import type { Context, StateName } from '../flow/context.js';
import type { Flow, Problem } from '../flow/flow.js';
import type { Action } from '../flow/outcomes.js';
import type { Steps } from '../flow/steps.js';
import type { Facts } from '../parts/service.js';
import type { Wording } from '../texts/texts.js';

/** What the screens of a sign-in show, and what their buttons do. */
export interface View {
  wording: Wording;
  facts: Facts;
  flow: Flow;
  /** The page of a product that gets a code; empty without one. */
  nextUrl: string;
  context: Context;
  problem: Problem | undefined;
  steps: Steps;
  isRunning(action: Action): boolean;
  go(name: StateName): void;
  load(): void;
  /** Signs in in this browser, by the link that has led here if it can, without the product for which another browser has begun. */
  signInHere(): void;
  /** Changes between the codes of the app and recovery codes. */
  useRecoveryCode(wanted: boolean): void;
  /** Changes the method of a new proof. */
  chooseProof(proof: ProofMethod): void;
  /** The user has kept the recovery codes. */
  codesSaved(): void;
}
