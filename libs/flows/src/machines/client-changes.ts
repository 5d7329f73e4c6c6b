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

/** Whether a client can sign assertions with another key after a change. */
export function addsKeys(client: Client, { jwks }: ClientChanges): boolean {
  return jwks !== undefined && !includesKeys(client.jwks, jwks);
}

/** Whether access tokens that a client got before a change say more than it allows from now on. */
export function endsTokens(before: Client, changes: ClientChanges): boolean {
  const after = { ...before, ...changes };
  const lost = (name: 'scopes' | 'audiences') =>
    wordsOf(before[name]).some((one) => !wordsOf(after[name]).includes(one));
  const ends = ({ expiresAt }: Client) => expiresAt ?? Number.POSITIVE_INFINITY;
  return (
    (before.active && !after.active) ||
    lost('scopes') ||
    lost('audiences') ||
    ends(after) < ends(before) ||
    !includesKeys(after.jwks, before.jwks)
  );
}
