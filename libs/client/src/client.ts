import { SecondFactors } from './factors.js';
import { type ClientOptions, defaultOrigins, type PageOptions, type SecondStepOptions, trustOf } from './options.js';
import { Connection, type SignedInUser, userOf } from './session/connection.js';
import { linkOutcome } from './session/links.js';
import { authorizedFetch } from './session/refresher.js';
import type { SignedIn } from './session/session-storage.js';
import type { Tokens } from './session/tokens.js';
import { type Bearer, dataOf, LatchkeyError, localError, platformFetch, type Result, type Schemas } from './wire.js';

const notRequested = () => localError('LINK_NOT_REQUESTED', 'This browser has not asked for this link.');

/** A client of the service. Every method but `fetch` fails with a `LatchkeyError`. */
export function createClient(options: ClientOptions): LatchkeyClient {
  return new LatchkeyClient(options);
}

/** A sign-in that needs a second factor fails with an `MfaError`. */
export class LatchkeyClient {
  /**
   * Like the global `fetch`, with the access token of the signed-in user. If the token is refused, the request is sent once
   * more with a new one, unless another user has signed in meanwhile.
   * @throws {TypeError} for an origin that is not among `apiOrigins`
   */
  readonly fetch: typeof globalThis.fetch;

  /** For the entry `@latchkey/client/passkeys`. */
  readonly connection: Connection;

  /** The second factors of the signed-in user. */
  readonly factors: SecondFactors;

  /** Whether links always bring a code: tokens in a URL are refused, since this browser has not asked for them. */
  private readonly linkCodes: boolean;

  constructor(options: ClientOptions) {
    const { baseUrl, apiOrigins, fetch = platformFetch } = options;
    this.connection = new Connection(options);
    this.linkCodes = options.linkCodes ?? this.connection.inCookie;
    this.fetch = authorizedFetch(this.connection.refresher, apiOrigins ?? defaultOrigins(baseUrl), fetch);
    this.factors = new SecondFactors(this.connection);
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
    return this.mailLink(body, this.linkCodes);
  }

  /**
   * Mails a link whose URL has a code in place of tokens. Only the browser that has asked for it can complete the sign-in, on the
   * page at `next_url`, which calls `completeMagicLink`.
   */
  signInWithLink(body: Schemas['MagicLinkRequest'] & { with_code: true }): Promise<Schemas['IssuedCodeView']>;
  signInWithLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined>;
  signInWithLink(body: Schemas['MagicLinkRequest']): Promise<Schemas['MagicLinkSent'] | undefined> {
    return this.mailLink(body, true);
  }

  /**
   * Signs in with the code or the tokens that a magic link added to the URL of this page, and removes them from the address bar.
   * Returns undefined if the page was not opened by a magic link. Call it first, and only on the page for magic links: on other
   * pages a prepared link with tokens could sign users in to the account of an attacker.
   */
  async completeMagicLink(url = globalThis.location?.href ?? ''): Promise<SignedIn> {
    const { connection, linkCodes } = this;
    const found = linkOutcome(url);
    // With tokens in links, the code in the URL may be that of another program.
    if (!found || (found.code && !linkCodes && !(await connection.verifier.read()))) return undefined;
    const { tokens, code, error, rest } = found;
    if (url === globalThis.location?.href) history.replaceState(history.state, '', rest);
    if (error) throw error;
    if (tokens && !linkCodes) {
      await connection.session.replace(tokens);
      return { uid: tokens.uid };
    }
    const verifier = code && (await connection.verifier.read());
    if (!verifier) throw notRequested();
    await connection.verifier.forget();
    const { uid } = await connection.logIn(() => connection.redeem(code, verifier));
    return { uid };
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

  /** What the service offers: the ways to sign in, the providers, and whether new users can sign up. */
  ui(): Promise<Schemas['UiFacts']> {
    return this.connection.ui();
  }

  /**
   * The URL of the sign-in page of the service. It leads back to `nextUrl` with a code, where `completeSignIn` signs in: only in this
   * browser.
   */
  async signInUrl({ nextUrl, loginHint, maxAge, ...more }: PageOptions): Promise<string> {
    const given = {
      next_url: nextUrl,
      code_challenge: await this.connection.verifier.challenge(),
      login_hint: loginHint,
      max_age: maxAge?.toString(),
    };
    const query = Object.entries({ ...given, ...more }).filter(([, value]) => value !== undefined);
    return `${this.connection.baseUrl}/sign-in?${new URLSearchParams(query as [string, string][])}`;
  }

  /**
   * What `completeMagicLink` does, for the sign-in page. Two tabs of one browser can come back from one sign-in: the second one is
   * signed in already.
   */
  async completeSignIn(url?: string): Promise<SignedIn> {
    try {
      return await this.completeMagicLink(url);
    } catch (error) {
      const isSecond = error instanceof LatchkeyError && error.code === 'LINK_NOT_REQUESTED';
      const tokens = isSecond ? await this.connection.refresher.fresh() : undefined;
      if (!tokens) throw error;
      return { uid: tokens.uid };
    }
  }

  /** What a screen says about a reset link or a magic link, by its token. Does not use the link. */
  readLink(token: string): Promise<Schemas['LinkFacts']> {
    return dataOf(this.wire.POST('/api/auth/ui/link', { body: { token } }));
  }

  /**
   * On the sign-in pages of the service only: signs in by the token of a magic link.
   * @param anywhere whether the user has agreed to sign in here, whatever browser has asked. Else fails with `LINK_NOT_REQUESTED` there.
   */
  async useMagicLink(token: string, { anywhere = false } = {}): Promise<SignedInUser> {
    const { connection } = this;
    const verifier = anywhere ? undefined : await connection.verifier.read();
    if (!verifier && !anywhere) throw notRequested();
    const params = { header: { 'X-Latchkey-Session': 'pages' as const } };
    const body = { token, ...(verifier && { code_verifier: verifier }) };
    const send = () => this.wire.POST('/api/auth/magic-link/login', { params, body });
    const user = await connection.logIn(send).catch((error) => {
      throw error instanceof LatchkeyError && error.code === 'INVALID_CODE' ? notRequested() : error;
    });
    if (verifier) await connection.verifier.forget();
    return user;
  }

  user(): Promise<Schemas['UserView']> {
    return this.call((headers) => this.wire.GET('/api/auth/user', { headers }));
  }

  async updateUser(body: Schemas['UpdateUserRequest']): Promise<void> {
    await this.call((headers) => this.wire.PUT('/api/auth/user', { headers, body }));
    if (body.email !== undefined) this.connection.onEmailChanged?.();
  }

  /** The new email that waits for its confirmation, if there is one. */
  pendingEmail(): Promise<Schemas['PendingEmailView']> {
    return this.call((headers) => this.wire.GET('/api/auth/user/email', { headers }));
  }

  /** Forgets the new email that waits. */
  cancelEmailChange(): Promise<void> {
    return this.call((headers) => this.wire.DELETE('/api/auth/user/email', { headers }));
  }

  /** A JSON file with all that the service stores about the user. Needs a recent sign-in. */
  downloadData(): Promise<Blob> {
    return this.call((headers) => this.wire.GET('/api/auth/user/data', { headers, parseAs: 'blob' }));
  }

  /** Also signs out in all tabs, unless another user has signed in meanwhile. */
  deleteUser(body: Schemas['DeleteUserRequest'] = {}): Promise<void> {
    return this.call(async (headers, tokens) => {
      const result = await this.wire.DELETE('/api/auth/user', { headers, body });
      if (result.response.ok) await this.connection.session.replace({ ended: 'deleted' }, tokens, 'uid');
      return result;
    });
  }

  /** Also ends all other sessions of the user. */
  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const body = { old_password: oldPassword, new_password: newPassword };
    return this.call((headers) => this.wire.PATCH('/api/auth/user/change-password', { headers, body }));
  }

  /** Mails a link to the page at `reset_url` if the address has an account. */
  requestPasswordReset(body: Schemas['ResetPasswordRequest']): Promise<void> {
    return dataOf(this.wire.POST('/api/auth/reset-password', { body }));
  }

  /** Sets a new password with the `token` of a reset link. Ends all sessions, and does not sign in. */
  resetPassword(token: string, newPassword: string): Promise<void> {
    const body = { old_password: token, new_password: newPassword };
    return dataOf(this.wire.PATCH('/api/auth/user/change-password', { body }));
  }

  /** Mails a link that verifies the address of the user and leads to `next_url`. */
  requestEmailVerification(body: Schemas['VerifyEmailRequest'] = {}): Promise<void> {
    return this.call((headers) => this.wire.POST('/api/auth/user/verify-email', { headers, body }));
  }

  /** The browsers and programs on which the user has signed in. */
  async devices(): Promise<Schemas['DeviceView'][]> {
    return (await this.call((headers) => this.wire.GET('/api/auth/user/devices', { headers }))).devices;
  }

  /** Signs a device out. Its next sign-in is one on a new device. */
  removeDevice(deviceId: string): Promise<void> {
    const params = { path: { device_id: deviceId } };
    return this.call((headers) => this.wire.DELETE('/api/auth/user/devices/{device_id}', { headers, params }));
  }

  /** What happened in the account in the last 90 days, newest first. @param page `cursor`: the `next_cursor` of the page before */
  securityEvents(page: { limit?: number; cursor?: string } = {}): Promise<Schemas['SecurityEventList']> {
    return this.call((headers) => this.wire.GET('/api/auth/user/security', { headers, params: { query: page } }));
  }

  async sessions(): Promise<Schemas['SessionView'][]> {
    return (await this.call((headers) => this.wire.GET('/api/auth/user/sessions', { headers }))).sessions;
  }

  /**
   * On the sign-in pages of the service only: a code by which a product gets a session of its own.
   * @param uid the user who has agreed. Fails with `NOT_AUTHENTICATED` if another tab has signed in another one.
   */
  createPageCode(body: Schemas['PageCodeRequest'], uid?: string): Promise<Schemas['IssuedPageCode']> {
    const params = { header: { 'X-Latchkey-Session': 'pages' as const } };
    return this.call(async (headers, tokens) => {
      if (uid !== undefined && tokens.uid !== uid) throw localError('NOT_AUTHENTICATED', 'Another user has signed in.');
      return this.wire.POST('/api/auth/user/code', { headers, params, body });
    });
  }

  endSession(sessionId: string): Promise<void> {
    const params = { path: { session_id: sessionId } };
    return this.call((headers) => this.wire.DELETE('/api/auth/user/sessions/{session_id}', { headers, params }));
  }

  private get wire(): Connection['wire'] {
    return this.connection.wire;
  }

  private call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return this.connection.call(send);
  }

  private verify(body: Schemas['MfaVerifyRequest']): Promise<SignedInUser> {
    return this.connection.logIn(() => this.wire.POST('/api/auth/mfa/verify', { body }));
  }

  /** @param byCode whether the URL of the followed link has a code, which only this browser can exchange, in place of tokens */
  private async mailLink(
    body: Schemas['MagicLinkRequest'],
    byCode: boolean,
  ): Promise<Schemas['MagicLinkSent'] | undefined> {
    const challenge = byCode ? { code_challenge: await this.connection.verifier.challenge() } : {};
    return dataOf(this.wire.POST('/api/auth/magic-link', { body: { ...body, ...challenge } }));
  }
}
