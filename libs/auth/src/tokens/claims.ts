/** The claims of an access token (RFC 7519; `sid` as in OpenID Connect Front-Channel Logout). Times in epoch seconds. */
export interface AccessClaims {
  iss: string;
  /** The user's uid. */
  sub: string;
  /** Who may accept the token; left out if the issuer names no audience. */
  aud?: string | string[];
  /** The session of the token. */
  sid: string;
  iat: number;
  exp: number;
  jti: string;
  typ: 'access';
  /** The newest proof in the session. Tokens of older releases lack this claim and the two after it. */
  auth_time?: number;
  /** What was proved (RFC 8176). */
  amr?: string[];
  /** `aal2` after two factors, or a passkey that verified the user; else `aal1`. */
  acr?: string;
  /** The external provider that vouched for the user. */
  idp?: string;
  /** The administrator who acts as the user (RFC 8693, section 4.1); left out if the user acts. */
  act?: ActClaim;
  /** What administrators say about the user, such as `roles`; left out if they say nothing. */
  app?: AppClaims;
}

/** An administrator who acts as a user. */
export interface ActClaim {
  /** The id of the administrator's token, after `adm_`. */
  sub: string;
  /** The name of the administrator's token. */
  name: string;
}

/** The claims that administrators give to a user. */
export type AppClaims = Record<string, unknown>;

/** The caller, as the access token says. */
export interface CallerIdentity {
  uid: string;
  sessionId: string;
  claims: AccessClaims;
}

/** The claims of a list of revocations. Times in epoch seconds. */
export interface RevocationClaims {
  iss: string;
  iat: number;
  exp: number;
  typ: 'revocations';
  /** Ended sessions: all their tokens are invalid. */
  sessions: string[];
  /** Users, each with a time: their tokens issued until then are invalid. */
  users: Record<string, number>;
  /** Clients, each with a time: their tokens issued until then are invalid. Left out if there are none, like `keys`. */
  clients?: Record<string, number>;
  /** API keys, each with a time: their tokens issued until then are invalid. */
  keys?: Record<string, number>;
  /** Whether there is another page. */
  more?: boolean;
}

/** The `typ` in the header of access tokens (RFC 9068, section 2.1). The claim `typ` exists for services that do not read it. */
export const ACCESS_TYPE = 'at+jwt';

/** The algorithm of every access token; no other is accepted (RFC 8725, section 3.1). */
export const ACCESS_ALGORITHM = 'ES256';

interface Expectation {
  audience?: string;
  now(): number;
}

/** The claims of a verified token; undefined if it is expired, no access token, or for another audience. */
export function readAccessClaims(
  payload: Partial<AccessClaims>,
  { audience, now }: Expectation,
): AccessClaims | undefined {
  const { sub, sid, iat, exp, jti, typ, aud } = payload;
  const texts = [sub, sid, jti].every((claim) => typeof claim === 'string');
  const times = [iat, exp].every((claim) => Number.isInteger(claim));
  const ours = typ === 'access' && isFor(audience, aud);
  return ours && texts && times && (exp as number) > now() ? (payload as AccessClaims) : undefined;
}

/** A token with an audience is valid only there (RFC 7519, section 4.1.3). */
function isFor(audience: string | undefined, named: unknown): boolean {
  if (audience === undefined) return named === undefined;
  return named === audience || (Array.isArray(named) && named.includes(audience));
}

/** How much the clocks of a service and its issuer may differ, in seconds. An old list is incomplete, but not wrong. */
const CLOCK_LEEWAY = 300;

/**
 * The claims of a verified list of revocations.
 * @throws {Error} if it is not from this issuer, or has expired
 */
export function readRevocationClaims(payload: unknown, issuer: string, now: number): RevocationClaims {
  const { iss, exp, typ, sessions, users } = Object(payload) as Partial<RevocationClaims>;
  const ids = Array.isArray(sessions) && sessions.every((id) => typeof id === 'string');
  const times = typeof users === 'object' && users !== null && Object.values(users).every(Number.isInteger);
  if (iss !== issuer || typ !== 'revocations' || !ids || !times) throw new Error('This is no list of revocations.');
  if (!Number.isInteger(exp) || (exp as number) + CLOCK_LEEWAY <= now)
    throw new Error('The list of revocations has expired.');
  return payload as RevocationClaims;
}
