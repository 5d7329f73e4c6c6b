import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { type Client, type Link, OneTimeTokens, type OpenToken, type TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type BoundCode, CODE_SECONDS, USED_CODE_SECONDS, type UsedCode } from '../../sign-in/bound-code.js';
import { tokensOf } from '../../sign-in/outcome.js';
import { BY_MAGIC_LINK } from '../../sign-in/proof.js';
import { appendParameters } from '../append-parameters.js';
import { MailboxSignIn, type MailedLink } from '../mailbox/mailbox-sign-in.js';
import { LinkConsumer } from './link-consumer.js';

/** What the code of a followed link stands for. */
export interface LinkCode extends BoundCode {
  link: MailedLink;
}

/** Codes of followed links: the browser that asked for the link exchanges them for a session. */
@Injectable()
export class LinkCodes {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly tokens: OneTimeTokens,
    private readonly consumer: LinkConsumer,
    private readonly mailbox: MailboxSignIn,
  ) {}

  /**
   * Consumes a link, and returns its target with a code. Nothing is proved yet: another browser than the one that asked may have
   * followed the link.
   * @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED
   */
  async follow(link: Link, codeChallenge: string): Promise<string> {
    const found = link.uid ?? (await this.users.findByEmail(link.email))?.uid;
    const code = await this.database.transaction(async () => {
      const user = found === undefined ? null : await this.users.lock(found);
      await this.consumer.consume(link);
      return this.issue(link, user?.email === link.email ? user : null, codeChallenge);
    });
    return appendParameters(link.target, { code }, ['error', 'message']);
  }

  private async issue(link: Link, owner: User | null, codeChallenge: string): Promise<string> {
    const { email, purpose, signUp, madeBy, counter } = link;
    if (!owner && (link.uid !== null || !signUp))
      throw new ApiError('LINK_EXPIRED', { reason: 'account deleted, or with another address' });
    if (owner && link.uid === null && counter !== owner.rung1)
      throw new ApiError('LINK_EXPIRED', { reason: 'email from before the account existed' });
    if (owner?.active === false) throw new ApiError('USER_DISABLED');
    const uid = owner?.uid ?? null;
    const record = () => this.consumer.record(link, uid);
    await (uid === null ? record() : onBehalfOfUser(uid, record));
    const data: LinkCode = { codeChallenge, link: { uid, email, purpose, signUp, madeBy, counter } };
    const row = { purpose: 'link_code' as const, uid, livesIn: 'nothing' as const, data, lifetime: CODE_SECONDS };
    return (await this.tokens.create(row)).token;
  }

  /**
   * Signs in by a code whose verifier was right. `reused`: another request has used it.
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async signIn(found: OpenToken<LinkCode>, client: Client): Promise<{ user: User; tokens: TokenPair } | 'reused'> {
    const { codeChallenge, link } = found.data;
    let reused = false;
    const consume = async () => {
      // The user first, as everything that ends a code does.
      if (link.uid !== null) await this.users.lock(link.uid);
      reused = !(await this.tokens.consume(found));
      if (reused) throw new ApiError('INVALID_CODE', { reason: 'code used meanwhile' });
    };
    const opened = (session: UsedCode['session']) =>
      this.tokens.keep(found, { codeChallenge, session }, USED_CODE_SECONDS);
    const mailed = { link, proof: BY_MAGIC_LINK, consume, gone: 'INVALID_CODE' as const, followed: { opened } };
    try {
      const { user, outcome } = await this.mailbox.signIn(mailed, client);
      return { user, tokens: tokensOf(outcome) };
    } catch (error) {
      if (reused) return 'reused';
      throw error;
    }
  }
}
