import type { LatchkeyClient } from './client.js';
import { type Connection, type SignedInUser, userOf } from './session/connection.js';
import { challengeOf, newVerifier, withoutParameters } from './session/links.js';
import { type Bearer, dataOf, type ErrorCode, LatchkeyError, type Result, type Schemas } from './wire.js';

/** The address must be confirmed by an email code: see `requestConfirmation` and `confirm`. */
export class EmailConfirmationError extends LatchkeyError {
  constructor(
    message: string,
    readonly pendingToken: string,
    /** The address that the provider has given; without it, ask the user for one. */
    readonly email: string | undefined,
    status: number,
  ) {
    super('EMAIL_CONFIRMATION_REQUIRED', message, status);
  }
}

/** Passes a result on. @throws {EmailConfirmationError} for an address that must be confirmed */
export function refuseUnconfirmed<Data>(result: Result<Data>): Result<Data> {
  const failure = result.error as { code?: string; message: string; pending_token: string; email?: string } | undefined;
  if (failure?.code !== 'EMAIL_CONFIRMATION_REQUIRED') return result;
  const { message, pending_token, email } = failure;
  throw new EmailConfirmationError(message, pending_token, email ?? undefined, result.response.status);
}

export interface ExternalSignInOptions {
  /** The page to which the provider leads back. It calls `completeSignIn`. Default: the `APP_URL` of the service. */
  nextUrl?: string;
  /** Whether an unknown person becomes a new user. Default: true. */
  signUp?: boolean;
  /** The email that the page of the provider suggests. */
  loginHint?: string;
  /** The provider asks again when its own sign-in is older than this, in seconds. */
  maxAge?: number;
}

/** A user who has signed in; or, after `linkIdentity`, the id of the identity. */
export interface CompletedSignIn extends Partial<SignedInUser> {
  identity_id?: string;
}

/** What this tab stores while the user is at the provider. */
interface Begun {
  verifier: string;
  links: boolean;
}

/** The sign-in of a client with external providers. Create it once for each client. */
export function createExternal(client: LatchkeyClient): External {
  return new External(client.connection);
}

/** Every method fails with a `LatchkeyError`. */
export class External {
  constructor(private readonly connection: Connection) {}

  /** The providers that the service offers. */
  async providers(): Promise<Schemas['OfferedProviderList']['providers']> {
    return (await dataOf(this.connection.wire.GET('/api/auth/external/providers'))).providers;
  }

  /** Leaves this page for the one of the provider. */
  async signInWith(provider: string, options: ExternalSignInOptions = {}): Promise<void> {
    const { nextUrl, signUp, loginHint, maxAge } = options;
    const more = { next_url: nextUrl, sign_up: signUp, login_hint: loginHint, max_age: maxAge };
    await this.leave(false, (code_challenge) =>
      dataOf(
        this.connection.wire.POST('/api/auth/external/{id}/start', {
          params: { path: { id: provider } },
          body: { ...more, code_challenge },
        }),
      ),
    );
  }

  /** Leaves this page for the one of the provider, to link an identity to the signed-in user. Requires a recent sign-in. */
  async linkIdentity(provider: string, { nextUrl }: Pick<ExternalSignInOptions, 'nextUrl'> = {}): Promise<void> {
    await this.leave(true, (code_challenge) =>
      this.connection.call((headers) =>
        this.connection.wire.POST('/api/auth/user/identities/{id}/start', {
          headers,
          params: { path: { id: provider } },
          body: { next_url: nextUrl, code_challenge },
        }),
      ),
    );
  }

  /**
   * Completes what `signInWith` or `linkIdentity` began in this tab, and removes the answer from the address bar. Returns
   * undefined if no answer led to this page. Fails with an `MfaError` or an `EmailConfirmationError` when a step is missing, with
   * `ACCESS_DENIED` when the user has canceled.
   */
  async completeSignIn(url = globalThis.location?.href): Promise<CompletedSignIn | undefined> {
    const { searchParams } = new URL(url ?? 'about:blank');
    const [code, error, message] = ['code', 'error', 'message'].map((name) => searchParams.get(name));
    // A prepared link must not sign users in to the account of an attacker, so a code works in the tab that began only.
    const begun = code || error ? this.begun() : undefined;
    if (!begun) return undefined;
    if (url === globalThis.location?.href)
      history.replaceState(history.state, '', withoutParameters(url, ['code', 'error', 'message']));
    if (!code) throw new LatchkeyError(error as ErrorCode, message ?? '');
    return this.exchange(code, begun);
  }

  /**
   * Mails a code to the address of an `EmailConfirmationError`. Keep the `code_token` for `confirm`.
   * @param email of the user, if the error has none
   */
  requestConfirmation(pendingToken: string, email?: string): Promise<Schemas['IssuedCodeView']> {
    const body = { pending_token: pendingToken, ...(email !== undefined && { email }) };
    return dataOf(this.connection.wire.POST('/api/auth/external/confirm', { body }));
  }

  /** Completes a sign-in by the email code. */
  async confirm(codeToken: string, code: string): Promise<SignedInUser> {
    const body = { code_token: codeToken, code };
    return this.connection.logIn(() => this.connection.wire.POST('/api/auth/external/confirm/verify', { body }));
  }

  /** The external identities of the signed-in user. */
  async identities(): Promise<Schemas['IdentityList']['identities']> {
    const { connection } = this;
    return (await connection.call((headers) => connection.wire.GET('/api/auth/user/identities', { headers })))
      .identities;
  }

  /** Requires a recent sign-in. Fails with `LAST_SIGN_IN_METHOD` if the user could not sign in any more. */
  unlinkIdentity(identityId: string): Promise<void> {
    const { connection } = this;
    const params = { path: { identity_id: identityId } };
    return connection.call((headers) =>
      connection.wire.DELETE('/api/auth/user/identities/{identity_id}', { headers, params }),
    );
  }

  private async leave(links: boolean, start: (challenge: string) => Promise<{ url: string }>): Promise<void> {
    const verifier = newVerifier();
    const { url } = await start(await challengeOf(verifier));
    sessionStorage.setItem(this.key, JSON.stringify({ verifier, links } satisfies Begun));
    location.assign(url);
  }

  /** What this tab has begun, once. */
  private begun(): Begun | undefined {
    const stored = sessionStorage.getItem(this.key);
    sessionStorage.removeItem(this.key);
    return stored === null ? undefined : JSON.parse(stored);
  }

  private async exchange(code: string, { verifier, links }: Begun): Promise<CompletedSignIn> {
    const { connection } = this;
    const send = (headers?: Bearer) => connection.redeem(code, verifier, headers);
    if (links) return { identity_id: (await connection.call(send)).identity_id };
    return userOf(await connection.signIn(() => dataOf(send().then(refuseUnconfirmed))));
  }

  private get key(): string {
    return `${this.connection.session.key} external`;
  }
}
