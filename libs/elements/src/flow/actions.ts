import { DOOR_ACTIONS } from './door-actions.js';
import { FACTOR_ACTIONS } from './factor-actions.js';
import type { Action, Outcome, Step } from './outcomes.js';
import { PROOF_ACTIONS } from './proof-actions.js';

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

export const ACTIONS: Record<Action, Step> = { ...DOOR_ACTIONS, ...FACTOR_ACTIONS, ...PROOF_ACTIONS };

/** What an error code leads to. */
export function outcomeOf(action: Action, code: string): Outcome {
  const { on, otherwise = '@form' } = ACTIONS[action];
  return on[code] ?? otherwise;
}
