import { localError } from '../errors.js';
import { dataOf, type Schemas } from '../wire.js';
import type { Connection } from './connection.js';
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
    if (!verifier) throw localError('LINK_NOT_REQUESTED', 'This browser has not asked for this link.');
    await connection.verifier.forget();
    const { uid } = await connection.logIn(() => connection.redeem(code, verifier));
    return { uid };
  }
}
