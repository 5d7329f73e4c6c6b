import { LatchkeyError, localError } from '../errors.js';
import { dataOf, type Schemas } from '../wire.js';
import type { Connection, SignedInUser } from './connection.js';
import { readLink } from './magic-link.js';
import type { SignedIn } from './session-storage.js';

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
