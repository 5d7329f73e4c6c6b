import { type ClientOptions, defaultOrigins, type SecondStepOptions, trustOf } from '../options.js';
import { type Bearer, dataOf, LatchkeyError, localError, platformFetch, type Result, type Schemas } from '../wire.js';
import { Connection, type SignedInUser, userOf } from './connection.js';
import { readLink } from './links.js';
import { authorizedFetch } from './refresher.js';
import type { SignedIn } from './session-storage.js';
import type { Tokens } from './tokens.js';

/** The sign-in by magic links. */
export class LinkSignIn {
  constructor(
    private readonly connection: Connection,
    /** Whether links always bring a code: tokens in a URL are refused, since this browser has not asked for them. */
    private readonly byCode: boolean,
  ) {}

  /** @param byCode whether the URL of the followed link has a code, which only this browser can exchange, in place of tokens */
  async request(
    body: Schemas['MagicLinkRequest'],
    byCode = this.byCode,
  ): Promise<Schemas['MagicLinkSent'] | undefined> {
    const challenge = byCode ? { code_challenge: await this.connection.verifier.challenge() } : {};
    return dataOf(this.connection.wire.POST('/api/auth/magic-link', { body: { ...body, ...challenge } }));
  }

  /**
   * On the sign-in pages: signs in by the token of a link.
   * @param anywhere also in another browser than the one that asked: the user has agreed
   */
  async use(token: string, anywhere: boolean): Promise<SignedInUser> {
    const { connection } = this;
    const verifier = anywhere ? undefined : await connection.verifier.read();
    if (!verifier && !anywhere) throw notRequested();
    const params = { header: { 'X-Latchkey-Session': 'pages' as const } };
    const body = { token, ...(verifier && { code_verifier: verifier }) };
    const send = () => connection.wire.POST('/api/auth/magic-link/login', { params, body });
    const user = await connection.logIn(send).catch((error) => {
      throw error instanceof LatchkeyError && error.code === 'INVALID_CODE' ? notRequested() : error;
    });
    if (verifier) await connection.verifier.forget();
    return user;
  }

  async complete(url: string): Promise<SignedIn> {
    const { connection, byCode } = this;
    const found = readLink(url);
    // Without `byCode`, the code in the URL may be that of another program.
    if (!found || (found.code && !byCode && !(await connection.verifier.read()))) return undefined;
    const { tokens, code, error, rest } = found;
    if (url === globalThis.location?.href) history.replaceState(history.state, '', rest);
    if (error) throw error;
    if (tokens && !byCode) {
      await connection.session.replace(tokens);
      return { uid: tokens.uid };
    }
    const verifier = code && (await connection.verifier.read());
    if (!verifier) throw notRequested();
    await connection.verifier.forget();
    const { uid } = await connection.logIn(() => connection.redeem(code, verifier));
    return { uid };
  }
}

const notRequested = () => localError('LINK_NOT_REQUESTED', 'This browser has not asked for this link.');

/** Every way to sign in and out. A sign-in that needs a second factor fails with an `MfaError`. */
export class SignInClient {
  /**
   * Like the global `fetch`, with the access token of the signed-in user. If the token is refused, the request is sent once
   * more with a new one, unless another user has signed in meanwhile.
   * @throws {TypeError} for an origin that is not among `apiOrigins`
   */
  readonly fetch: typeof globalThis.fetch;

  /** For the entry `@latchkey/client/passkeys`. */
  readonly connection: Connection;

  protected readonly links: LinkSignIn;

  constructor(options: ClientOptions) {
    const { baseUrl, apiOrigins, fetch = platformFetch } = options;
    this.connection = new Connection(options);
    this.links = new LinkSignIn(this.connection, options.linkCodes ?? this.connection.inCookie);
    this.fetch = authorizedFetch(this.connection.refresher, apiOrigins ?? defaultOrigins(baseUrl), fetch);
  }

  /** Creates a user, and signs in unless `login` is false. */
  signUp(user: Schemas['CreateUserRequest']): Promise<SignedInUser> {
    const body = { login: true, ...user };
    return this.connection.logIn(() => this.wire.POST('/api/auth/user/create', { body }));
  }

  signIn(email: string, password: string): Promise<SignedInUser> {
    const body = { email, password };
    return this.connection.logIn(() => this.wire.POST('/api/auth/user/login', { body }));
  }

  /** Completes a sign-in by the code of an authenticator app. @param mfaToken of the `MfaError` */
  verifyTotp(mfaToken: string, code: string, more?: SecondStepOptions): Promise<SignedInUser> {
    return this.verify({ mfa_token: mfaToken, code, ...trustOf(more) });
  }

  /** Completes a sign-in by a recovery code. @param mfaToken of the `MfaError` */
  useRecoveryCode(mfaToken: string, recoveryCode: string, more?: SecondStepOptions): Promise<SignedInUser> {
    return this.verify({ mfa_token: mfaToken, recovery_code: recoveryCode, ...trustOf(more) });
  }

  /** Mails a code. Keep the `code_token` for `signInWithCode`. */
  requestCode(body: Schemas['EmailCodeRequest']): Promise<Schemas['IssuedCodeView']> {
    return dataOf(this.wire.POST('/api/auth/email-code', { body }));
  }

  /**
   * Signs in by an email code.
   * @param mfaToken of `MFA_ENROLMENT_REQUIRED`: proves the address only, and fails with an `MfaError` that has a new token
   */
  signInWithCode(codeToken: string, code: string, mfaToken?: string): Promise<SignedInUser> {
    const body = { code_token: codeToken, code, ...(mfaToken && { mfa_token: mfaToken }) };
    return this.connection.logIn(() => this.wire.POST('/api/auth/email-code/verify', { body }));
  }

  /**
   * Proves the email of the signed-in user by a code of `requestCode`, as a new factor needs. Also signs in anew, so it can fail
   * with an `MfaError`.
   */
  async proveEmail(codeToken: string, code: string): Promise<SignedInUser> {
    const body = { code_token: codeToken, code };
    const send = (headers: Bearer) => this.wire.POST('/api/auth/email-code/verify', { headers, body });
    return userOf(await this.connection.keep(await this.call(send)));
  }

  /** Mails a link that leads to the page at `next_url`, which calls `completeMagicLink`. */
  requestMagicLink(body: Schemas['MagicLinkRequest'] & { with_code: true }): Promise<Schemas['IssuedCodeView']>;
  requestMagicLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined>;
  requestMagicLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined> {
    return this.links.request(body);
  }

  /**
   * Mails a link whose URL has a code in place of tokens. Only the browser that has asked for it can complete the sign-in, on the
   * page at `next_url`, which calls `completeMagicLink`.
   */
  signInWithLink(body: Schemas['MagicLinkRequest'] & { with_code: true }): Promise<Schemas['IssuedCodeView']>;
  signInWithLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined>;
  signInWithLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined> {
    return this.links.request(body, true);
  }

  /**
   * Signs in with the code or the tokens that a magic link added to the URL of this page, and removes them from the address bar.
   * Returns undefined if the page was not opened by a magic link. Call it first, and only on the page for magic links: on other
   * pages a prepared link with tokens could sign users in to the account of an attacker.
   */
  completeMagicLink(url = globalThis.location?.href): Promise<SignedIn> {
    return this.links.complete(url ?? '');
  }

  /** Reauthenticates the user, by one of the `methods` of `REAUTHENTICATION_REQUIRED`. */
  reauthenticate(proof: Schemas['ReauthenticateRequest']): Promise<void> {
    return this.connection.reauthenticate(proof);
  }

  /** Mails a code for `reauthenticate`, to a user who has neither a password nor a second factor. */
  async requestReauthenticationCode(): Promise<Schemas['IssuedCodeView']> {
    const body = { method: 'email_code' as const };
    const { code_token = '', expiry } = await this.call((headers) =>
      this.wire.POST('/api/auth/user/reauthenticate/options', { headers, body }),
    );
    return { code_token, expiry };
  }

  /**
   * Signs out at once in all tabs, then ends the session at the service. With `pages`, also the one of the sign-in pages in which it
   * began, and with it those of all products in this browser: the next sign-in there asks for a proof. With `everywhere`, all
   * sessions of the user. If the service cannot be reached, the promise rejects; the tabs are signed out nevertheless.
   */
  signOut({ pages = false, everywhere = false } = {}): Promise<void> {
    return this.connection.signOut(everywhere ? 'everywhere' : pages ? 'pages' : 'here');
  }

  /** Calls the listener with the signed-in user, now and after each change in this or another tab. Returns a function that stops it. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    return this.connection.session.subscribe(listener);
  }

  /** An access token that does not expire soon; undefined if no user is signed in, or another user has signed in meanwhile. */
  async accessToken(): Promise<string | undefined> {
    return (await this.connection.refresher.fresh())?.access;
  }

  protected get wire(): Connection['wire'] {
    return this.connection.wire;
  }

  protected call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return this.connection.call(send);
  }

  private verify(body: Schemas['MfaVerifyRequest']): Promise<SignedInUser> {
    return this.connection.logIn(() => this.wire.POST('/api/auth/mfa/verify', { body }));
  }
}
