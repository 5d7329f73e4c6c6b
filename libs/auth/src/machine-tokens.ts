import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_OPTIONS, type AuthOptions, type ClientOptions, type KeyClientOptions } from './auth.options.js';

/** How long an assertion is valid, in seconds. The issuer accepts up to 300. */
const LIFETIME_SECONDS = 60;

/** The algorithms by the types of keys (RFC 7518, section 3.1, and RFC 8037, section 3.1). */
const ALGORITHMS: Record<string, string> = { ec: 'ES256', rsa: 'RS256', ed25519: 'EdDSA' };

/** Signs assertions of a client (RFC 7523, section 3), each for one request. */
export class ClientAssertion {
  private readonly key: KeyObject;
  private readonly alg: string;

  /** @throws {Error} if the key is no private key of a known type */
  constructor(
    private readonly client: KeyClientOptions,
    private readonly issuer: string,
    private readonly now: () => number,
  ) {
    const { privateKey } = client;
    this.key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = this.key;
    this.alg = ALGORITHMS[type] ?? '';
    if (this.alg === '' || (type === 'ec' && details?.namedCurve !== 'prime256v1'))
      throw new TypeError('AuthModule: client.privateKey must be a key of P-256, RSA or Ed25519.');
  }

  make(): string {
    const { id, kid } = this.client;
    const iat = this.now();
    const claims = { iss: id, sub: id, aud: this.issuer, iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
    const text = [{ alg: this.alg, typ: 'JWT', kid }, claims].map(encode).join('.');
    const hash = this.alg === 'EdDSA' ? null : 'sha256';
    const signature = sign(hash, Buffer.from(text), { key: this.key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

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
interface OwnToken {
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

/** A token is renewed after this part of its life. */
const RENEWED_AFTER = 0.75;
/** How often a request is made for callers who wait, and the pause after the first failure in milliseconds; it doubles. */
const ATTEMPTS = 3;
const FIRST_PAUSE = 250;
/** The pause after all of these attempts, in milliseconds; doubled each time. */
const MIN_REST = 1_000;
const MAX_REST = 60_000;
/** Between two tokens that are given up before their end. */
const FORGET_PAUSE = 10_000;

/** One token, renewed when it is asked for shortly before its end. Times in milliseconds of the monotonic clock. */
export class RenewedToken {
  private current: { token: string; renewAt: number; endsAt: number } | undefined;
  private renewing: Promise<string> | undefined;
  private mayForgetAt = 0;
  private failure: { error: unknown; count: number; until: number } | undefined;

  constructor(private readonly request: () => Promise<OwnToken>) {}

  /**
   * The token. Callers at the same time share the request, and while the token is valid, no caller waits for its renewal.
   * @throws {TokenRequestFailed} if there is no valid token, and the issuer gives none
   */
  async get(): Promise<string> {
    const now = performance.now();
    const valid = this.current !== undefined && now < this.current.endsAt ? this.current : undefined;
    if (valid !== undefined && now < valid.renewAt) return valid.token;
    const resting = this.failure !== undefined && now < this.failure.until;
    if (valid !== undefined) {
      if (!resting) this.renew().catch(nothing);
      return valid.token;
    }
    if (resting && this.renewing === undefined) throw this.failure?.error;
    return this.renew();
  }

  /** The next caller gets another token than this one. */
  forget(token: string): void {
    const now = performance.now();
    if (this.current?.token !== token || now < this.mayForgetAt) return;
    this.current = undefined;
    this.mayForgetAt = now + FORGET_PAUSE;
  }

  private renew(): Promise<string> {
    this.renewing ??= this.attempt().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async attempt(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const begun = performance.now();
      try {
        const { token, lifetime } = await this.request();
        const milliseconds = lifetime * 1_000;
        this.current = { token, renewAt: begun + milliseconds * RENEWED_AFTER, endsAt: begun + milliseconds };
        this.failure = undefined;
        return token;
      } catch (error) {
        const { temporary = false, retryAfter = 0 } = error instanceof TokenRequestFailed ? error : {};
        if (!temporary || retryAfter > 0 || attempt >= ATTEMPTS) throw this.failed(error, retryAfter * 1_000);
        const pause = FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        await new Promise((next) => setTimeout(next, pause));
      }
    }
  }

  private failed(error: unknown, retryAfter: number): unknown {
    const count = (this.failure?.count ?? 0) + 1;
    const rest = Math.min(MAX_REST, Math.max(retryAfter, MIN_REST * 2 ** (count - 1)));
    this.failure = { error, count, until: performance.now() + rest };
    return error;
  }
}

const nothing = () => undefined;

/** The most audiences and scopes that are kept; of more, the longest unused token is requested anew. */
const MOST_WISHES = 1_000;

/** The access tokens with which this service calls others, as the client of the option `client`. Works without Nest, too. */
@Injectable()
export class MachineTokens {
  private readonly endpoint: TokenEndpoint | undefined;
  private readonly tokens = new Map<string, RenewedToken>();

  /** @throws {TypeError} for a client with a wrong option */
  constructor(@Inject(AUTH_OPTIONS) options: Pick<AuthOptions, 'issuer' | 'client' | 'now'>) {
    this.endpoint = options.client && new TokenEndpoint(options, options.client);
  }

  /**
   * A valid token for a service. It is kept until shortly before its end, for each audience and scope. While the issuer does
   * not answer, the request is repeated after longer and longer pauses.
   * @throws {TokenRequestFailed} if there is no valid token, and the issuer gives none
   * @throws {Error} without the option `client`
   */
  async get(wish: TokenWish = {}): Promise<string> {
    const { endpoint } = this;
    if (endpoint === undefined) throw new Error('AuthModule: MachineTokens needs the option client.');
    const { audience, scope } = wish;
    const key = JSON.stringify([audience, scope]);
    const token = this.tokens.get(key) ?? new RenewedToken(() => endpoint.request({ audience, scope }));
    this.tokens.delete(key);
    this.tokens.set(key, token);
    const [oldest] = this.tokens.keys();
    if (this.tokens.size > MOST_WISHES && oldest !== undefined) this.tokens.delete(oldest);
    return token.get();
  }

  /**
   * To be called when a service has refused a token: the next one is new. A second time within ten seconds it changes nothing,
   * so that a service that refuses every token causes no flood of requests to the issuer.
   */
  forget(token: string): void {
    for (const renewed of this.tokens.values()) renewed.forget(token);
  }
}
