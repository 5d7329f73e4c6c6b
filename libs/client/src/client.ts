import { SecondFactors } from './factors.js';
import type { ClientOptions, PageOptions } from './options.js';
import type { SignedInUser } from './session/connection.js';
import type { SignedIn } from './session/session-storage.js';
import { SignInClient } from './session/sign-in.js';
import { dataOf, LatchkeyError, localError, type Schemas } from './wire.js';

/** A client of the service. Every method but `fetch` fails with a `LatchkeyError`. */
export function createClient(options: ClientOptions): LatchkeyClient {
  return new LatchkeyClient(options);
}

export class LatchkeyClient extends SignInClient {
  /** The second factors of the signed-in user. */
  readonly factors = new SecondFactors(this.connection);

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
  useMagicLink(token: string, { anywhere = false } = {}): Promise<SignedInUser> {
    return this.links.use(token, anywhere);
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
}
