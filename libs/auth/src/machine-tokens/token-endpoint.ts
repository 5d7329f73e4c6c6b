import type { AuthOptions } from '../auth.options.js';
import { ClientAssertion } from './client-assertion.js';
import type { ClientOptions } from './client-options.js';

const TIMEOUT_MS = 5_000;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** What a token is for. */
export interface TokenWish {
  /** The service that will be called; it can be left out if the client may call only one. */
  audience?: string;
  /** Separated by spaces; all scopes of the client if it is left out. */
  scope?: string;
}

/** A token of this service, with its lifetime in seconds. */
export interface OwnToken {
  token: string;
  lifetime: number;
}

/** Thrown when the issuer gives no token. */
export class TokenRequestFailed extends Error {
  override readonly name = 'TokenRequestFailed';

  constructor(
    message: string,
    /** The error code of OAuth (RFC 6749, section 5.2); undefined if the issuer did not answer with one. */
    readonly error?: string,
    /** Whether a later request may succeed. */
    readonly temporary = false,
    /** After how many seconds the issuer wants the next request; 0 if it does not say. */
    readonly retryAfter = 0,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Requests tokens of a client (RFC 6749, section 4.4). */
export class TokenEndpoint {
  private readonly uri: string;
  private readonly assertion: ClientAssertion | undefined;

  /** @throws {TypeError} for a client with a wrong option */
  constructor(
    { issuer, now = () => Math.floor(Date.now() / 1_000) }: Pick<AuthOptions, 'issuer' | 'now'>,
    private readonly client: ClientOptions,
  ) {
    const { id, tokenUri } = client;
    if (typeof id !== 'string' || id === '') throw new TypeError('AuthModule: client.id must be a text.');
    this.uri = tokenUri ?? `${issuer.replace(/\/+$/, '')}/oauth2/token`;
    this.assertion = 'privateKey' in client ? new ClientAssertion(client, issuer, now) : undefined;
    if (!this.assertion && !('secret' in client && client.secret))
      throw new TypeError('AuthModule: client.secret must be a text, or client.privateKey a key.');
  }

  /** @throws {TokenRequestFailed} if the issuer gives no token, or does not answer within five seconds */
  async request({ audience, scope }: TokenWish): Promise<OwnToken> {
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    if (audience !== undefined) body.set('audience', audience);
    if (scope !== undefined) body.set('scope', scope);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.assertion) {
      body.set('client_assertion_type', ASSERTION_TYPE);
      body.set('client_assertion', this.assertion.make());
    } else headers.authorization = basic(this.client);
    const { answer, json } = await this.send({ method: 'POST', headers, body });
    const { access_token: token, expires_in: lifetime, error } = json;
    if (answer.status !== 200) throw refused(answer, error);
    if (typeof token !== 'string' || !(Number(lifetime) > 0))
      throw new TokenRequestFailed('The issuer answered without a token.', undefined, true);
    return { token, lifetime: Number(lifetime) };
  }

  private async send(init: RequestInit): Promise<{ answer: Response; json: Record<string, unknown> }> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(this.uri, { ...init, redirect: 'error', signal });
      const json = await answer.json().catch(() => undefined);
      return { answer, json: Object(json) };
    } catch (cause) {
      throw new TokenRequestFailed('The issuer cannot be reached.', undefined, true, 0, { cause });
    }
  }
}

function refused({ status, headers }: Response, error: unknown): TokenRequestFailed {
  const code = typeof error === 'string' ? error : undefined;
  const retryAfter = Number(headers.get('retry-after') ?? 0) || 0;
  const message = `The issuer answered ${status}${code === undefined ? '' : ` ${code}`} to the request for a token.`;
  return new TokenRequestFailed(message, code, status === 429 || status >= 500, retryAfter);
}

function basic(client: ClientOptions): string {
  const secret = 'secret' in client ? client.secret : '';
  return `Basic ${Buffer.from(`${encodeURIComponent(client.id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}
