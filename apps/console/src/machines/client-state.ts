import type { Client } from '../api/types';
import { isOver } from '../ui/days';

/** Whether a client gets access tokens, as the name of a state. */
export function stateOf({ active, expires_at }: Client): 'active' | 'disabled' | 'expired' {
  if (!active) return 'disabled';
  return isOver(expires_at) ? 'expired' : 'active';
}
