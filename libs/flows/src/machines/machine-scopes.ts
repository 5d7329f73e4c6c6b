import { ApiError } from '@app/errors';

/** The texts of a list with blanks, each once; none in an empty one. */
export function wordsOf(list: string): string[] {
  return [...new Set(list.split(' ').filter((word) => word !== ''))];
}

/**
 * What the claims of a user leave of scopes: their `scopes`, a list of texts or a text with blanks, limit them. Any other value
 * leaves none.
 */
export function withinClaims(scopes: string[], claims: string): string[] {
  const { scopes: limit } = JSON.parse(claims) as { scopes?: unknown };
  if (limit === undefined) return scopes;
  const allowed: unknown[] = typeof limit === 'string' ? wordsOf(limit) : Array.isArray(limit) ? limit : [];
  return scopes.filter((scope) => allowed.includes(scope));
}

/**
 * The scopes of a token: those that were asked for, or all that are left (RFC 6749, section 3.3).
 * @throws {ApiError} INVALID_SCOPE
 */
export function grantedScopes(asked: string | undefined, left: string[]): string[] {
  const scopes = wordsOf(asked ?? '');
  const granted = scopes.length === 0 ? left : scopes;
  if (granted.length === 0 || granted.some((scope) => !left.includes(scope))) throw new ApiError('INVALID_SCOPE');
  return granted;
}

/**
 * The audience of a token: the one that was asked for, compared byte for byte, or the only one (RFC 8707, section 2).
 * @throws {ApiError} INVALID_AUDIENCE
 */
export function grantedAudience(asked: string[], listed: string[]): string {
  const [audience, ...more] = new Set(asked.length === 0 ? listed : asked);
  if (audience === undefined || more.length > 0 || !listed.includes(audience)) throw new ApiError('INVALID_AUDIENCE');
  return audience;
}
