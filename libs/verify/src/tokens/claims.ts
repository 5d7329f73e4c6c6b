/** The claims of a person's access token (RFC 7519; `sid` as in OpenID Connect Front-Channel Logout). Times in epoch seconds. */
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
  /** The newest proof in the session. */
  auth_time: number;
  /** What was proved (RFC 8176). */
  amr: string[];
  /** `aal2` after two factors, or a passkey that verified the user; else `aal1`. */
  acr: string;
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

/** The claims of a machine's access token (RFC 9068): of a client, or of an API key of a user. Times in epoch seconds. */
export interface MachineClaims {
  iss: string;
  /** The client, or the user who owns the API key. */
  sub: string;
  /** Set in tokens of clients. */
  client_id?: string;
  /** Set in tokens of API keys. */
  key_id?: string;
  aud: string | string[];
  /** Separated by spaces (RFC 8693, section 4.2). */
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  typ: 'machine';
  amr?: string[];
  acr: string;
}

/** A person who calls, as the access token says. */
export interface CallerIdentity {
  uid: string;
  sessionId: string;
  claims: AccessClaims;
}

/** A machine that calls, as the access token says: a client, or a script with an API key of a user. */
export interface MachineIdentity {
  /** The `client_id` of a client. */
  client?: string;
  /** The id of an API key. */
  keyId?: string;
  /** The user who owns the API key; undefined for a client. */
  uid?: string;
  scopes: readonly string[];
  claims: MachineClaims;
}

/** Who calls. */
export type Identity = CallerIdentity | MachineIdentity;

/** Whether a machine calls. */
export function isMachine(caller: Identity): caller is MachineIdentity {
  return caller.claims.typ === 'machine';
}

/** The claims by which a token can be revoked. */
export interface Revocable {
  sub: string;
  iat: number;
  sid?: string;
  client_id?: string;
  key_id?: string;
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
  /** The cursor that was asked for, empty for the first page: no cache can answer with the page of another. The issuer of a test may leave it out. */
  after?: string;
}

/** The `typ` in the header of access tokens (RFC 9068, section 2.1). The claim `typ` exists for services that do not read it. */
export const ACCESS_TYPE = 'at+jwt';

/** The algorithm of every access token; no other is accepted (RFC 8725, section 3.1). */
export const ACCESS_ALGORITHM = 'ES256';
