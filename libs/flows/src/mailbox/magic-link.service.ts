import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import type { Client, Link, TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { appendParameters } from '../links/link-mailer.js';
import { BY_MAGIC_LINK, isVerifierOf, parametersOf, tokensOf } from '../sign-in/proof.js';
import { LinkCodes, LinkConsumer } from './link-consumer.js';
import { MailboxSignIn } from './mailbox-sign-in.js';

/** Signing in by a magic link. */
@Injectable()
export class MagicLinkService {
  constructor(
    private readonly env: Env,
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
      const { outcome } = await this.use(link, client);
      if ('mfaChallenge' in outcome) return appendParameters(link.target, parametersOf(outcome.mfaChallenge));
      const { uid, accessToken, refreshToken, expiry } = outcome.tokens;
      return appendParameters(link.target, { uid, at: accessToken, rt: refreshToken, exp: expiry });
    });
  }

  /**
   * Where a link of the sign-in pages leads, which only a screen of theirs uses up: a mail program that opens the link may be
   * another browser than the one that waits, and a scanner presses no button. Undefined for a link of a product.
   * @throws {ApiError} INVALID_LINK
   */
  async screenOf(token: string): Promise<string | undefined> {
    const link = await this.consumer.require(token, 'magic_link');
    if (!this.isOfPages(link)) return undefined;
    const screen = () => appendParameters(link.target, { arrival: 'link', token }, ['code', 'error', 'message']);
    return (await this.consumer.errorUrlOf(link)) ?? screen();
  }

  /**
   * Signs in at the sign-in pages by a link that they have asked for.
   * @param verifier of the browser that goes on without asking its user; undefined in any browser whose user has agreed
   * @throws {ApiError} INVALID_LINK, INVALID_CODE, LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async signIn(
    token: string,
    verifier: string | undefined,
    client: Client,
  ): Promise<{ user: User; tokens: TokenPair }> {
    const link = await this.consumer.require(token, 'magic_link');
    if (!this.isOfPages(link)) throw new ApiError('INVALID_LINK', { reason: 'link of a product' });
    // Else a link of another person, opened in a browser that waits for its own, would sign that person in unseen.
    if (verifier !== undefined && !isVerifierOf(link.codeChallenge ?? '', verifier))
      throw new ApiError('INVALID_CODE', { reason: 'link that another browser has asked for' });
    const { user, outcome } = await this.use(link, client);
    return { user, tokens: tokensOf(outcome) };
  }

  private use(link: Link, client: Client) {
    const consume = () => this.consumer.consume(link);
    return this.mailbox.signIn({ link, proof: BY_MAGIC_LINK, consume, gone: 'LINK_EXPIRED' as const }, client);
  }

  private isOfPages({ target }: Link): boolean {
    const { baseUrl, pages } = this.env;
    return pages.on && target.replace(/[?#].*$/s, '') === `${baseUrl}/sign-in`;
  }
}
