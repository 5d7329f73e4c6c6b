import { type ClientOptions, defaultOrigins } from './options.js';
import { authorizedCall, authorizedFetch } from './session/authorized.js';
import { logOut } from './session/exchange.js';
import { readLink } from './session/magic-link.js';
import { Refresher } from './session/refresher.js';
import { SessionStorage, type SignedIn } from './session/session-storage.js';
import { isTokens, type Tokens, tokensOf } from './session/tokens.js';
import { defaultStorage } from './tabs/storage.js';
import { type Bearer, createWire, dataOf, platformFetch, type Result, type Schemas, type Wire } from './wire.js';

/** A client of the service. Every method but `fetch` fails with a `LatchkeyError`. */
export function createClient(options: ClientOptions): LatchkeyClient {
  return new LatchkeyClient(options);
}

export class LatchkeyClient {
  /**
   * Like the global `fetch`, with the access token of the signed-in user. If the token is refused, the request is sent once
   * more with a new one, unless another user has signed in meanwhile.
   * @throws {TypeError} for an origin that is not among `apiOrigins`
   */
  readonly fetch: typeof globalThis.fetch;

  private readonly wire: Wire;
  private readonly session: SessionStorage;
  private readonly refresher: Refresher;

  constructor({ baseUrl, storage, storageKey, onSignedOut, apiOrigins, fetch = platformFetch }: ClientOptions) {
    this.wire = createWire(baseUrl, fetch);
    this.session = new SessionStorage(storageKey ?? `latchkey ${baseUrl}`, storage ?? defaultStorage(), onSignedOut);
    this.refresher = new Refresher(this.session, this.wire);
    this.fetch = authorizedFetch(this.refresher, apiOrigins ?? defaultOrigins(baseUrl), fetch);
  }

  /** Creates a user, and signs in unless `login` is false. */
  async signUp(user: Schemas['CreateUserRequest']): Promise<{ uid: string }> {
    const body = { login: true, ...user };
    const { uid, token, refresh_token } = await dataOf(this.wire.POST('/api/auth/user/create', { body }));
    return token && refresh_token ? this.storeTokens(tokensOf(uid, token, refresh_token)) : { uid };
  }

  async signIn(email: string, password: string): Promise<{ uid: string }> {
    const body = { email, password };
    const { uid, token, refresh_token } = await dataOf(this.wire.POST('/api/auth/user/login', { body }));
    return this.storeTokens(tokensOf(uid, token, refresh_token));
  }

  /**
   * Signs out at once in all tabs, then ends the session at the service, or all sessions of the user with `everywhere`. If
   * the service cannot be reached, the promise rejects; the tabs are signed out nevertheless.
   */
  async signOut({ everywhere = false } = {}): Promise<void> {
    const tokens = await this.session.read();
    if (!isTokens(tokens)) return;
    await this.session.replace({ ended: 'signed_out' });
    await logOut(this.wire, tokens, everywhere);
  }

  /** Calls the listener with the signed-in user, now and after each change in this or another tab. Returns a function that stops it. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    return this.session.subscribe(listener);
  }

  /** An access token that does not expire soon; undefined if no user is signed in, or another user has signed in meanwhile. */
  async accessToken(): Promise<string | undefined> {
    return (await this.refresher.fresh())?.access;
  }

  user(): Promise<Schemas['UserView']> {
    return this.call((headers) => this.wire.GET('/api/auth/user', { headers }));
  }

  updateUser(body: Schemas['UpdateUserRequest']): Promise<void> {
    return this.call((headers) => this.wire.PUT('/api/auth/user', { headers, body }));
  }

  /** Also signs out in all tabs, unless another user has signed in meanwhile. */
  deleteUser(body: Schemas['DeleteUserRequest'] = {}): Promise<void> {
    return this.call(async (headers, tokens) => {
      const result = await this.wire.DELETE('/api/auth/user', { headers, body });
      if (result.response.ok) await this.session.replace({ ended: 'deleted' }, tokens, 'uid');
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

  /** Mails a link that leads to the page at `next_url`, which calls `completeMagicLink`. */
  async requestMagicLink(body: Schemas['MagicLinkRequest']): Promise<void> {
    await dataOf(this.wire.POST('/api/auth/magic-link', { body }));
  }

  /**
   * Signs in with the tokens that a magic link added to the URL of this page, and removes them from the address bar. Returns
   * undefined if the page was not opened by a magic link. Call it only on the page for magic links: on other pages a
   * prepared link could sign users in to the account of an attacker.
   */
  async completeMagicLink(url = globalThis.location?.href): Promise<SignedIn> {
    const outcome = readLink(url ?? '');
    if (!outcome) return undefined;
    if (url === globalThis.location?.href) history.replaceState(history.state, '', outcome.rest);
    if (!outcome.tokens) throw outcome.error;
    return this.storeTokens(outcome.tokens);
  }

  /** Mails a link that verifies the address of the user and leads to `next_url`. */
  requestEmailVerification(body: Schemas['VerifyEmailRequest'] = {}): Promise<void> {
    return this.call((headers) => this.wire.POST('/api/auth/user/verify-email', { headers, body }));
  }

  async sessions(): Promise<Schemas['SessionView'][]> {
    return (await this.call((headers) => this.wire.GET('/api/auth/user/sessions', { headers }))).sessions;
  }

  endSession(sessionId: string): Promise<void> {
    const params = { path: { session_id: sessionId } };
    return this.call((headers) => this.wire.DELETE('/api/auth/user/sessions/{session_id}', { headers, params }));
  }

  private async storeTokens(tokens: Tokens): Promise<{ uid: string }> {
    await this.session.replace(tokens);
    return { uid: tokens.uid };
  }

  private call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return dataOf(authorizedCall(this.refresher, send));
  }
}
