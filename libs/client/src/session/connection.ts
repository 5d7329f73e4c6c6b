import type { ClientOptions } from '../options.js';
import { defaultStorage } from '../tabs/storage.js';
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
import { authorizedCall } from './authorized.js';
import { Refresher } from './refresher.js';
import { SessionStorage } from './session-storage.js';
import { isTokens, type Tokens, tokensOf } from './tokens.js';

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
}

/** What the parts of the client share: the endpoints and the session. */
export class Connection {
  readonly wire: Wire;
  readonly session: SessionStorage;
  readonly refresher: Refresher;
  /** Called after the email of the user has changed. */
  onEmailChanged: (() => void) | undefined;

  constructor({ baseUrl, storage, storageKey, onSignedOut, fetch = platformFetch }: ClientOptions) {
    this.wire = createWire(baseUrl, fetch);
    this.session = new SessionStorage(storageKey ?? `latchkey ${baseUrl}`, storage ?? defaultStorage(), onSignedOut);
    this.refresher = new Refresher(this.session, this.wire);
  }

  /** A call as the signed-in user. */
  call<Data>(send: (headers: Bearer, tokens: Tokens) => Promise<Result<Data>>): Promise<Data> {
    return dataOf(authorizedCall(this.refresher, send));
  }

  /** A call with the token of `MFA_ENROLMENT_REQUIRED`, or as the signed-in user without one. */
  enrol<Data>(mfaToken: string | undefined, send: (headers: Bearer) => Promise<Result<Data>>): Promise<Data> {
    return mfaToken === undefined ? this.call(send) : dataOf(send(bearer(mfaToken)));
  }

  /** Stores the tokens of an answer that has some. */
  async signIn<Answer extends SignInAnswer>(answered: Promise<Answer>): Promise<Answer> {
    const answer = await answered;
    // The answer to a further factor is empty.
    const { uid, token, refresh_token } = answer ?? {};
    if (uid && token && refresh_token) await this.session.replace(tokensOf(uid, token, refresh_token));
    return answer;
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
}

/** What the caller of a sign-in needs. */
export function userOf({ uid, recovery_codes }: SignedInUser): SignedInUser {
  return recovery_codes ? { uid, recovery_codes } : { uid };
}
