import { type Client, type ClientChanges, includesKeys } from '@app/clients';
import { wordsOf } from './machine-scopes.js';

/** The changes that differ from what a client has. */
export function realChanges(client: Client, changes: ClientChanges): ClientChanges {
  const names = Object.keys(changes) as (keyof ClientChanges)[];
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== client[name])
      .map((name) => [name, changes[name]]),
  );
}

/** Whether access tokens that a client got before a change say more than it allows from now on. */
export function endsTokens(before: Client, changes: ClientChanges): boolean {
  return exceeds(before, { ...before, ...changes });
}

/** Whether a client may do more after a change, for longer, or signs assertions with another key. */
export function widensClient(before: Client, changes: ClientChanges): boolean {
  return exceeds({ ...before, ...changes }, before);
}

/** Whether one state of a client may do what another one may not. */
function exceeds(one: Client, other: Client): boolean {
  const more = (name: 'scopes' | 'audiences') =>
    wordsOf(one[name]).some((word) => !wordsOf(other[name]).includes(word));
  const ends = ({ expiresAt }: Client) => expiresAt ?? Number.POSITIVE_INFINITY;
  return (
    (one.active && !other.active) ||
    more('scopes') ||
    more('audiences') ||
    ends(one) > ends(other) ||
    !includesKeys(other.jwks, one.jwks)
  );
}
