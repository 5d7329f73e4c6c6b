import type { ClientOptions } from '../options.js';
import { defaultStorage, StorageEntry, TabMemory } from '../tabs/tabs.js';
import {
  type Bearer,
  bearer,
  createWire,
  dataOf,
  platformFetch,
  type Result,
  type Schemas,
  type Wire,
} from '../wire.js';
import { logOut, logOutByCookie, type SignOutExtent, withCookie } from './exchange.js';
import { LinkVerifier } from './links.js';
import { authorizedCall, Refresher } from './refresher.js';
import { SessionStorage } from './session-storage.js';
import { isTokens, type Tokens, tokensOf } from './tokens.js';

/** The first and the longest pause between two attempts to find out who is signed in. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** A user who has signed in. */
export interface SignedInUser {
  uid: string;
  /** Recovery codes of a new or an imported second factor. Show them: they cannot be read again. */
  recovery_codes?: string[];
}

/** An answer that may have tokens. */
interface SignInAnswer {
  uid?: string;
  token?: string;
  refresh_token?: string;
  recovery_codes?: string[];
}

/** What the parts of the client share: the endpoints and the session. */
export class Connection {
  readonly baseUrl: string;
  readonly wire: Wire;
  readonly session: SessionStorage;
  readonly refresher: Refresher;
  readonly verifier: LinkVerifier;
  /** Whether the refresh token is in a cookie, which this client cannot read. */
  readonly inCookie: boolean;
  private offered: Promise<Schemas['UiFacts']> | undefined;
  /** Called after the email of the user has changed. */
  onEmailChanged: (() => void) | undefined;

  constructor({
    baseUrl,
    sessions = 'token',
    storageKey,
    onSignedOut,
    fetch = platformFetch,
    ...options
  }: ClientOptions) {
    this.baseUrl = baseUrl;
    const key = storageKey ?? `latchkey ${baseUrl}`;
    const storage = options.storage ?? defaultStorage();
    this.inCookie = sessions !== 'token';
    this.wire = createWire(baseUrl, this.inCookie ? withCookie(fetch, sessions) : fetch);
    this.verifier = new LinkVerifier(new StorageEntry(`${key} link`, storage));
    const entry = this.inCookie ? new TabMemory(key) : new StorageEntry(key, storage);
    this.session = new SessionStorage(key, entry, onSignedOut, this.inCookie ? () => this.discover() : undefined);
    // The pages of the service learn by a request that succeeds that there is no session. It says nothing to pages of other origins.
    const isSignedOut = sessions === 'pages' ? async () => (await this.ui()).signed_in === false : undefined;
    this.refresher = new Refresher(this.session, this.wire, this.inCookie || storage !== undefined, isSignedOut);
  }

  /** What the service offers. All who ask at the same time get the same answer. */
  ui(): Promise<Schemas['UiFacts']> {
    this.offered ??= dataOf(this.wire.GET('/api/auth/ui')).finally(() => {
      this.offered = undefined;
    });
    return this.offered;
  }

  /** A call as the signed-in user. */
  call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return dataOf(authorizedCall(this.refresher, send));
  }

  /** A call with the token of `MFA_ENROLMENT_REQUIRED`, which may sign in, or as the signed-in user without one. */
  enrol<Data>(mfaToken: string | undefined, send: (headers: Bearer) => Promise<Result<Data>>): Promise<Data> {
    return mfaToken === undefined ? this.call(send) : this.signIn(() => dataOf(send(bearer(mfaToken))));
  }

  /** Sends the code to which a link or a provider has led this browser, with the verifier of its challenge. */
  redeem(code: string, verifier: string, headers?: Bearer) {
    return this.wire.POST('/api/auth/token', { headers, body: { code, code_verifier: verifier } });
  }

  /** Signs in by an answer that always has tokens. */
  async logIn(send: () => Promise<Result<SignInAnswer>>): Promise<SignedInUser> {
    return userOf(await this.signIn(() => dataOf(send())));
  }

  /**
   * Stores the tokens of an answer that has some. All tabs share one cookie, so no other tab may refresh it or sign in meanwhile.
   */
  signIn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const work = async () => this.keep(await send());
    return this.inCookie ? this.refresher.alone(work) : work();
  }

  async keep<Answer>(answer: Answer): Promise<Answer> {
    // The answer to a further factor is empty.
    const { uid, token, refresh_token }: SignInAnswer = answer ?? {};
    if (uid && token) await this.session.replace(tokensOf(uid, token, refresh_token));
    return answer;
  }

  /** Signs out at once in all tabs, then at the service. */
  async signOut(extent: SignOutExtent): Promise<void> {
    const tokens = await this.session.read();
    // The cookie may be there without tokens, or when an earlier sign-out has not reached the service.
    if (!isTokens(tokens) && !this.inCookie) return;
    await this.session.replace({ ended: 'signed_out' });
    if (this.inCookie) await this.refresher.alone(() => logOutByCookie(this.wire, extent));
    else if (isTokens(tokens)) await logOut(this.wire, tokens, extent);
  }

  /** Replaces the access token, which has the new time of the proof. The refresh token stays. */
  async reauthenticate(body: Schemas['ReauthenticateRequest']): Promise<void> {
    let used: Tokens | undefined;
    const { uid, access_token } = await this.call((headers, tokens) => {
      used = tokens;
      return this.wire.POST('/api/auth/user/reauthenticate', { headers, body });
    });
    if (!used) return;
    const next = tokensOf(uid, access_token, used.refresh);
    const stored = await this.session.replace(next, used);
    // Another tab has refreshed meanwhile, perhaps before the proof.
    if (stored !== next && isTokens(stored) && stored.uid === uid) await this.refresher.renew(stored);
  }

  /** Fetches an access token that has what the session has proved since the last one. */
  async renew(): Promise<void> {
    const tokens = await this.session.read();
    if (isTokens(tokens)) await this.refresher.renew(tokens);
  }

  /** Finds out for the listeners who is signed in. While the service is out of reach, it asks again and again. */
  private discover(pause = FIRST_PAUSE_MS): void {
    this.refresher.fresh().catch(() => {
      setTimeout(() => this.discover(Math.min(2 * pause, LONGEST_PAUSE_MS)), pause);
    });
  }
}

/** What the caller of a sign-in needs. */
export function userOf({ uid, recovery_codes }: SignInAnswer): SignedInUser {
  return { uid: uid as string, ...(recovery_codes && { recovery_codes }) };
}
