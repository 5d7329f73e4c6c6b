import type { RevocationClaims } from '../tokens/claims.js';

/** How much the clocks of a service and its issuer may differ, in seconds. An old list is incomplete, but not wrong. */
const CLOCK_LEEWAY = 300;

/**
 * The claims of a verified list of revocations.
 * @param now in seconds since the UNIX epoch
 * @throws {Error} if it is not from this issuer, or has expired
 */
export function readRevocationClaims(payload: unknown, issuer: string, now: number): RevocationClaims {
  const { iss, iat, exp, typ, sessions, users, clients, keys } = Object(payload) as Partial<RevocationClaims>;
  const ids = Array.isArray(sessions) && sessions.every((id) => typeof id === 'string');
  const times = [users, clients ?? {}, keys ?? {}].every(areTimes);
  if (iss !== issuer || typ !== 'revocations' || !ids || !times) throw new Error('This is no list of revocations.');
  if (!Number.isInteger(iat) || !Number.isInteger(exp) || (exp as number) + CLOCK_LEEWAY <= now)
    throw new Error('The list of revocations has expired.');
  return payload as RevocationClaims;
}

function areTimes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(Number.isInteger);
}
