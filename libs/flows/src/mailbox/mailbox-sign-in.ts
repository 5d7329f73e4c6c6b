import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import {
  type Link,
  OneTimeTokens,
  type OpenToken,
  type RequestClient,
  type SignInMethod,
  type TokenPair,
} from '@app/tokens';
import { EmailOwnership, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { StaleTokens } from '../access/stale-tokens.js';
import { appendParameters } from '../links/link-mailer.js';
import { WaysIn } from '../revocation/ways-in.js';
import {
  type BoundCode,
  BY_EMAIL_CODE,
  BY_MAGIC_LINK,
  CODE_SECONDS,
  CodeReused,
  type FirstStep,
  isVerifierOf,
  type Proof,
  parametersOf,
  requireSameAddress,
  tokensOf,
  USED_CODE_SECONDS,
} from '../sign-in/proof.js';
import { retryChanged } from '../sign-in/session-opener.js';
import { type GateAnswer, SignInGate } from '../sign-in/sign-in-gate.js';
import { type CodeAnswer, EmailCodeCheck } from './email-code.js';
import { LinkConsumer } from './link-consumer.js';

/** Records an account that the proof of its address has created. To be called in its transaction, on behalf of the new user. */
export async function recordSignUp(events: EventLog, { uid }: User, method: SignInMethod): Promise<void> {
  await events.record('user.created', { uid, data: { method } });
  await events.record('user.email_verified', { uid });
}

/** What a sign-in needs to know of an email. */
type MailedLink = Pick<Link, 'uid' | 'email' | 'signUp' | 'purpose' | 'madeBy' | 'counter'>;

/** What the code of a followed link stands for. */
export interface LinkCode extends BoundCode {
  link: MailedLink;
}

/** What a request has besides its code: the token of a sign-in that must wait for a factor, or an access token. */
interface OwnerClaim {
  mfaToken?: string;
  caller?: CallerIdentity;
}

/** What a reader of a mailbox signs in by: the link of an email, its code, or the code that a browser got for its link. */
type Mailed =
  | { by: 'link'; link: Link }
  | { by: 'code'; link: Link; claim: OwnerClaim }
  | { by: 'link_code'; link: MailedLink; code: OpenToken<LinkCode> };

type SignedIn = { user: User; tokens: TokenPair };

/** Signs in a person who reads a mailbox: by a magic link, or by an email code. */
@Injectable()
export class MailboxSignIn {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly tokens: OneTimeTokens,
    private readonly consumer: LinkConsumer,
    private readonly codes: EmailCodeCheck,
    private readonly stale: StaleTokens,
    private readonly waysIn: WaysIn,
    private readonly gate: SignInGate,
    private readonly events: EventLog,
  ) {}

  /** Returns the URL to redirect to. @throws {ApiError} INVALID_LINK */
  async followMagicLink(token: string, client: RequestClient): Promise<string> {
    const link = await this.consumer.require(token, 'magic_link');
    const { codeChallenge } = link;
    if (codeChallenge !== null) return this.consumer.withErrors(link, () => this.codeFor(link, codeChallenge));
    return this.consumer.withErrors(link, async () => {
      const { outcome } = await this.open({ by: 'link', link }, client);
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
  async signInByLink(
    token: string,
    verifier: string | undefined,
    client: RequestClient,
  ): Promise<{ user: User; tokens: TokenPair }> {
    const link = await this.consumer.require(token, 'magic_link');
    if (!this.isOfPages(link)) throw new ApiError('INVALID_LINK', { reason: 'link of a product' });
    // Else a link of another person, opened in a browser that waits for its own, would sign that person in unseen.
    if (verifier !== undefined && !isVerifierOf(link.codeChallenge ?? '', verifier))
      throw new ApiError('INVALID_CODE', { reason: 'link that another browser has asked for' });
    const { user, outcome } = await this.open({ by: 'link', link }, client);
    return { user, tokens: tokensOf(outcome) };
  }

  /**
   * Signs in by an email code.
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED, INVALID_MFA_TOKEN,
   * NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async signInByCode(answer: CodeAnswer, claim: OwnerClaim, client: RequestClient): Promise<SignedIn> {
    const { user, outcome } = await this.codes.withLink(answer, ['magic_link', 'email_code'], (link) =>
      this.open({ by: 'code', link, claim }, client),
    );
    return { user, tokens: tokensOf(outcome) };
  }

  /**
   * Signs in by the code of a followed link, whose verifier was right.
   * @throws {CodeReused}
   * @throws {ApiError} INVALID_CODE, USER_DISABLED, MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async exchange(code: OpenToken<LinkCode>, client: RequestClient): Promise<SignedIn> {
    const { user, outcome } = await this.open({ by: 'link_code', link: code.data.link, code }, client);
    return { user, tokens: tokensOf(outcome) };
  }

  private isOfPages({ target }: Link): boolean {
    const { baseUrl, pages } = this.env;
    return pages.on && target.replace(/[?#].*$/s, '') === `${baseUrl}/sign-in`;
  }

  /**
   * Consumes a link, and returns its target with a code. Nothing is proved yet: another browser than the one that asked may have
   * followed the link.
   * @throws {ApiError} LINK_ALREADY_USED, LINK_EXPIRED, USER_DISABLED
   */
  private async codeFor(link: Link, codeChallenge: string): Promise<string> {
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
   * When two emails of one new address are used in parallel, both sign in to the same new account. The user is found before the
   * transaction, which locks the user before it reads: on MySQL it would otherwise read an older state than the locked one.
   * @throws {ApiError} USER_DISABLED, and the errors of the email
   */
  private async open(mailed: Mailed, client: RequestClient): Promise<GateAnswer<User>> {
    const { uid, email } = mailed.link;
    return retryChanged(async () => {
      const found = uid ?? (await this.users.findByEmail(email))?.uid;
      return this.database.transaction(() => this.openOnce(mailed, found, client));
    });
  }

  private async openOnce(mailed: Mailed, found: string | undefined, client: RequestClient): Promise<GateAnswer<User>> {
    const { by, link } = mailed;
    const proof = by === 'code' ? BY_EMAIL_CODE : BY_MAGIC_LINK;
    const owner = found === undefined ? null : await this.users.lock(found);
    await this.consume(mailed);
    const known = this.ownerOf(mailed, owner);
    const user = known ?? (await this.ownership.createProved(link.email, link.madeBy));
    if (!user.active) throw new ApiError('USER_DISABLED');
    const { uid } = user;
    return onBehalfOfUser(uid, async () => {
      if (by !== 'link_code') await this.consumer.record(link, uid);
      const ownerProof = by === 'code' ? await this.ownerProof(user, mailed.claim) : undefined;
      if (!known) await recordSignUp(this.events, user, proof.method);
      const signingIn = known && ownerProof ? await this.waysIn.prove(known, 'owner') : user;
      const byAdministrator = link.madeBy !== null;
      const reader = { ...proof, provesAddress: !signingIn.emailProved, linkOfAdministrator: byAdministrator };
      const answer = await this.gate.open(signingIn, ownerProof ?? reader, client);
      if (by === 'link_code') await this.keepUsed(mailed.code, answer);
      return answer;
    });
  }

  /** Uses up what the person signs in by. @throws {ApiError} saying why it cannot be used */
  private async consume(mailed: Mailed): Promise<void> {
    if (mailed.by === 'link') return this.consumer.consume(mailed.link);
    if (mailed.by === 'code') return this.codes.consume(mailed.link);
    if (!(await this.tokens.consume(mailed.code))) throw new CodeReused();
  }

  private async keepUsed(code: OpenToken<LinkCode>, { user: { uid }, outcome }: GateAnswer<User>): Promise<void> {
    if (!('sessionId' in outcome)) return;
    const { codeChallenge } = code.data;
    await this.tokens.keep(code, { codeChallenge, session: { uid, sessionId: outcome.sessionId } }, USED_CODE_SECONDS);
  }

  /** The user who has the address of an email; undefined for a new one. */
  private ownerOf({ by, link }: Mailed, user: User | null): User | undefined {
    const { uid, email, signUp, counter } = link;
    const gone = by === 'link' ? 'LINK_EXPIRED' : 'INVALID_CODE';
    // Such an email was never sent.
    if (uid === null && !signUp) throw new ApiError(gone, { reason: 'no account, and no sign-up' });
    if (user?.email === email) {
      // It carries the counter of no user: it works for an account of which no event has ended anything.
      if (uid === null && (by === 'link_code' || counter !== user.rung1))
        throw new ApiError(gone, { reason: 'email from before the account existed' });
      return user;
    }
    if (uid !== null) throw new ApiError(gone, { reason: 'account deleted, or with another address' });
    return undefined;
  }

  /**
   * The proof that the owner of the account signs in with, who is recognised by its password or a session: then the proof of the
   * address changes nothing else. Undefined for a person who has proved no more than the address. Uses the `mfa_token` up.
   * @throws {ApiError} INVALID_MFA_TOKEN, NOT_AUTHENTICATED
   */
  private async ownerProof(user: User, { mfaToken, caller }: OwnerClaim): Promise<Proof | undefined> {
    if (mfaToken !== undefined) return this.byMfaToken(user, mfaToken);
    if (caller?.uid !== user.uid) return undefined;
    await this.stale.requireLiving(caller);
    return BY_EMAIL_CODE;
  }

  private async byMfaToken(user: User, mfaToken: string): Promise<Proof | undefined> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (waiting?.uid !== user.uid)
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'unknown, used or expired token, or one of another user' });
    const { data } = waiting;
    requireSameAddress(data, user);
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    // A sign-in by the mailbox is no sign of the owner: another person may have set the password.
    return data.proof.provesAddress ? undefined : data.proof;
  }
}
