import { type ClientOptions, defaultOrigins } from './options.js';
import { authorizedCall, authorizedFetch } from './session/authorized.js';
import { logOut } from './session/exchange.js';
import { readLink } from './session/magic-link.js';
import { Refresher } from './session/refresher.js';
import { isTokens, type Tokens, tokensOf } from './session/tokens.js';
import { type SignedIn, Vault } from './session/vault.js';
import { defaultStorage } from './tabs/storage.js';
import { type Bearer, createWire, dataOf, platformFetch, type Result, type Schemas, type Wire } from './wire.js';

/** A client of the service. Every method but `fetch` fails with a `LatchkeyError`. */
export function createClient(options: ClientOptions): LatchkeyClient {
  return new LatchkeyClient(options);
}

export class LatchkeyClient {
  /**
   * Like the global `fetch`, with the access token of whoever is signed in, and a second try with a new one when the
   * first is refused, unless somebody else has signed in meanwhile.
   * @throws {TypeError} for an origin that is not among `apiOrigins`
   */
  readonly fetch: typeof globalThis.fetch;

  private readonly wire: Wire;
  private readonly vault: Vault;
  private readonly refresher: Refresher;

  constructor({ baseUrl, storage, storageKey, onSignedOut, apiOrigins, fetch = platformFetch }: ClientOptions) {
    this.wire = createWire(baseUrl, fetch);
    this.vault = new Vault(storageKey ?? `latchkey ${baseUrl}`, storage ?? defaultStorage(), onSignedOut);
    this.refresher = new Refresher(this.vault, this.wire);
    this.fetch = authorizedFetch(this.refresher, apiOrigins ?? defaultOrigins(baseUrl), fetch);
  }

  /** Creates a user, and signs in unless `login` is false. */
  async signUp(user: Schemas['CreateUserRequest']): Promise<{ uid: string }> {
    const body = { login: true, ...user };
    const { uid, token, refresh_token } = await dataOf(this.wire.POST('/api/auth/user/create', { body }));
    return token && refresh_token ? this.enter(tokensOf(uid, token, refresh_token)) : { uid };
  }

  async signIn(email: string, password: string): Promise<{ uid: string }> {
    const body = { email, password };
    const { uid, token, refresh_token } = await dataOf(this.wire.POST('/api/auth/user/login', { body }));
    return this.enter(tokensOf(uid, token, refresh_token));
  }

  /**
   * Signs out here at once, in all tabs, then tells the service: to end this session, or `everywhere` all of the user.
   * It fails where the service could not be told; here nobody is signed in all the same.
   */
  async signOut({ everywhere = false } = {}): Promise<void> {
    const tokens = await this.vault.read();
    if (!isTokens(tokens)) return;
    await this.vault.replace({ ended: 'signed_out' });
    await logOut(this.wire, tokens, everywhere);
  }

  /** Calls back with who is signed in, now and whenever that changes, in this tab or in another. Returns how to stop it. */
  subscribe(listener: (state: SignedIn) => void): () => void {
    return this.vault.subscribe(listener);
  }

  /** An access token that will do for a while; undefined when nobody is signed in, or somebody else since it was asked. */
  async accessToken(): Promise<string | undefined> {
    return (await this.refresher.fresh())?.access;
  }

  user(): Promise<Schemas['UserView']> {
    return this.call((headers) => this.wire.GET('/api/auth/user', { headers }));
  }

  updateUser(body: Schemas['UpdateUserRequest']): Promise<void> {
    return this.call((headers) => this.wire.PUT('/api/auth/user', { headers, body }));
  }

  /** Signs out here, too, in all tabs, unless somebody else has signed in meanwhile. */
  deleteUser(body: Schemas['DeleteUserRequest'] = {}): Promise<void> {
    return this.call(async (headers, tokens) => {
      const result = await this.wire.DELETE('/api/auth/user', { headers, body });
      if (result.response.ok) await this.vault.replace({ ended: 'deleted' }, tokens, 'uid');
      return result;
    });
  }

  /** Ends all other sessions of the user, too. */
  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const body = { old_password: oldPassword, new_password: newPassword };
    return this.call((headers) => this.wire.PATCH('/api/auth/user/change-password', { headers, body }));
  }

  /** Mails a link to the page at `reset_url`, if the address has an account. */
  requestPasswordReset(body: Schemas['ResetPasswordRequest']): Promise<void> {
    return dataOf(this.wire.POST('/api/auth/reset-password', { body }));
  }

  /** Sets a new password with the `token` that the reset link has brought. It ends all sessions and signs nobody in. */
  resetPassword(token: string, newPassword: string): Promise<void> {
    const body = { old_password: token, new_password: newPassword };
    return dataOf(this.wire.PATCH('/api/auth/user/change-password', { body }));
  }

  /** Mails a link that leads to the page at `next_url`, which calls `completeMagicLink`. */
  requestMagicLink(body: Schemas['MagicLinkRequest']): Promise<void> {
    return dataOf(this.wire.POST('/api/auth/magic-link', { body }));
  }

  /**
   * Signs in with what a magic link has brought to this page, and takes it out of the address bar. Undefined when the page
   * was not opened by one. Only on a page that is made for it: elsewhere anybody could sign others in to an account of theirs.
   */
  async completeMagicLink(url = globalThis.location?.href): Promise<SignedIn> {
    const outcome = readLink(url ?? '');
    if (!outcome) return undefined;
    if (url === globalThis.location?.href) history.replaceState(history.state, '', outcome.rest);
    if (!outcome.tokens) throw outcome.error;
    return this.enter(outcome.tokens);
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

  private async enter(tokens: Tokens): Promise<{ uid: string }> {
    await this.vault.replace(tokens);
    return { uid: tokens.uid };
  }

  private call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return dataOf(authorizedCall(this.refresher, send));
  }
}
