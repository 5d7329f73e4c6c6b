import type { Client } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { parametersOf } from '../../sign-in/outcome.js';
import { BY_MAGIC_LINK } from '../../sign-in/proof.js';
import { appendParameters } from '../append-parameters.js';
import { MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
import { LinkCodes } from './link-codes.js';
import { LinkConsumer } from './link-consumer.js';

/** Signing in by a magic link. */
@Injectable()
export class MagicLinkService {
  constructor(
    private readonly consumer: LinkConsumer,
    private readonly mailbox: MailboxSignIn,
    private readonly codes: LinkCodes,
  ) {}

  /** Returns the URL to redirect to. @throws {ApiError} INVALID_LINK */
  async follow(token: string, client: Client): Promise<string> {
    const link = await this.consumer.require(token, 'magic_link');
    const { codeChallenge } = link;
    if (codeChallenge !== null) return this.consumer.withErrors(link, () => this.codes.follow(link, codeChallenge));
    return this.consumer.withErrors(link, async () => {
      const consume = () => this.consumer.consume(link);
      const mailed = { link, proof: BY_MAGIC_LINK, consume, gone: 'LINK_EXPIRED' as const };
      const { outcome } = await this.mailbox.signIn(mailed, client);
      if ('mfaChallenge' in outcome) return appendParameters(link.target, parametersOf(outcome.mfaChallenge));
      const { uid, accessToken, refreshToken, expiry } = outcome.tokens;
      return appendParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }
}
