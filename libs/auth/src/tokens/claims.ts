/** The claims of an access token (RFC 7519; `sid` as in OpenID Connect Front-Channel Logout). Times in epoch seconds. */
export interface AccessClaims {
  iss: string;
  /** The user's uid. */
  sub: string;
  /** The session that the token was issued to. */
  sid: string;
  iat: number;
  exp: number;
  jti: string;
  typ: 'access';
}

/** Who is calling, as the access token says. */
export interface CallerIdentity {
  uid: string;
  sessionId: string;
  claims: AccessClaims;
}

/** The algorithm of every access token; no other is accepted (RFC 8725, section 3.1). */
export const ACCESS_ALGORITHM = 'ES256';

/**
 * The claims in the payload of a verified token; undefined when it is not an unexpired access token. Ours name no
 * audience: one that does is for somebody else (RFC 7519, section 4.1.3).
 */
export function readAccessClaims(
  payload: Partial<AccessClaims> & { aud?: unknown },
  now: number,
): AccessClaims | undefined {
  const { sub, sid, iat, exp, jti, typ, aud } = payload;
  const texts = [sub, sid, jti].every((claim) => typeof claim === 'string');
  const times = [iat, exp].every((claim) => Number.isInteger(claim));
  const ours = typ === 'access' && aud === undefined;
  return ours && texts && times && (exp as number) > now ? (payload as AccessClaims) : undefined;
}
