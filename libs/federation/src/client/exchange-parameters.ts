/** What the service sends to the provider. */
export interface AuthorizationRequest {
  redirectUri: string;
  /** Unique for one sign-in, as the nonce and the verifier are. */
  state: string;
  /** For the ID token. GitHub has none and ignores it. */
  nonce: string;
  /** The PKCE verifier (RFC 7636). Only its SHA-256 is sent. */
  verifier: string;
  loginHint?: string;
  /** How many seconds ago the person may have signed in at the provider. */
  maxAge?: number;
}

/** What came back from the provider, and what was sent. */
export interface AuthorizationResponse extends Omit<AuthorizationRequest, 'loginHint'> {
  /** Of the query, or of the form. */
  parameters: URLSearchParams;
}
