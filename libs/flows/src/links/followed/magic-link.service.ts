import type { Client } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { parametersOf } from '../../sign-in/outcome.js';
import { BY_MAGIC_LINK } from '../../sign-in/proof.js';
import { appendParameters } from '../append-parameters.js';
import { MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
import { LinkCodes } from './link-codes.js';
import { LinkUse } from './link-use.js';

/** Signing in by a magic link. */
@Injectable()
export class MagicLinkService {
  constructor(
    private readonly use: LinkUse,
    private readonly mailbox: MailboxSignIn,
    private readonly codes: LinkCodes,
  ) {}

  /** Returns the URL to redirect to. @throws {ApiError} INVALID_LINK */
  async follow(token: string, client: Client): Promise<string> {
    const link = await this.use.require(token, 'magic_link');
    const { codeChallenge } = link;
    if (codeChallenge !== null) return this.use.withErrors(link, () => this.codes.follow(link, codeChallenge));
    return this.use.withErrors(link, async () => {
      const use = () => this.use.consume(link);
      const mailed = { link, proof: BY_MAGIC_LINK, use, gone: 'LINK_EXPIRED' as const };
      const { outcome } = await this.mailbox.signIn(mailed, client);
      if ('demand' in outcome) return appendParameters(link.target, parametersOf(outcome.demand));
      const { uid, accessToken, refreshToken, expiry } = outcome.tokens;
      return appendParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }
}
