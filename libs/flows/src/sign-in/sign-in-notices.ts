import { Env } from '@app/config';
import { Clock } from '@app/database';
import { EventLog } from '@app/events';
import { Providers } from '@app/federation';
import { SIGN_IN_NOTICES } from '@app/limits';
import { MailService, type Requester, type SignInFacts } from '@app/mail';
import { type Client, SECURE_ACCOUNT_TTL, SecureLinks } from '@app/tokens';
import { type Authenticated, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import type { Proof } from './proof.js';

/** Decides whether an email about a sign-in may be sent. */
@Injectable()
export class SignInNoticePolicy {
  constructor(
    private readonly env: Env,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly throttle: LoginThrottle,
  ) {}

  /** Whether the service sends such emails. */
  get isOn(): boolean {
    return this.env.devices.notice === 'new_device' && this.mail.configured;
  }

  /**
   * Counts an email. An address that is not proved may belong to another person, whose mailbox a stranger must not fill by
   * accounts for it, with any tags. The user must be locked.
   */
  async admits(uid: string): Promise<boolean> {
    const user = await this.users.lock(uid);
    if (!user) return false;
    return user.emailProved || (await this.throttle.countNotice(user, false, SIGN_IN_NOTICES)) !== undefined;
  }
}

/** Sign-ins of one account within these seconds after an email share the next one and its link. */
const JOINED_SECONDS = 600;

/** The user of a sign-in. */
type NoticedUser = Pick<Authenticated, 'uid' | 'email' | 'passwordVersion'>;

/** Mails users that someone has signed in on a new device, with a link to secure the account. The user must be locked. */
@Injectable()
export class SignInNotices {
  constructor(
    private readonly policy: SignInNoticePolicy,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly links: SecureLinks,
    private readonly maker: SecureLinkMaker,
    private readonly providers: Providers,
    private readonly events: EventLog,
  ) {}

  /**
   * Mails about a sign-in on a new device whose session is about to open. Within ten minutes of an email it is named in one more, which
   * leaves when they are over. If no more may be sent, the newest that still works stands for it.
   */
  async send(user: NoticedUser, proof: Proof, client: Client): Promise<void> {
    const { uid, email } = user;
    const passwordVersion = proof.amr.includes('pwd') ? user.passwordVersion : null;
    const now = this.clock.now();
    const recent = await this.links.findOfSignIn(uid, email, JOINED_SECONDS);
    const facts = { at: now, address: client.ip, ...(await this.methodOf(proof)), ...requester() };
    const joins = recent && recent.createdAt > now && (await this.mail.addSignIn(email, recent.createdAt, facts));
    if (!joins && (await this.policy.admits(uid))) {
      const dueAt = recent && recent.createdAt + JOINED_SECONDS;
      return this.mailNew(user, { since: proof.createdAt ?? now, passwordVersion }, facts, dueAt);
    }
    const named = recent ?? (await this.links.findOfSignIn(uid, email, SECURE_ACCOUNT_TTL));
    if (named && passwordVersion !== null) await this.links.addPassword(named, passwordVersion);
  }

  /** @param dueAt when the email leaves, in epoch seconds; undefined for now */
  private async mailNew(
    user: NoticedUser,
    signIn: { since: number; passwordVersion: number | null },
    facts: SignInFacts & Requester,
    dueAt?: number,
  ): Promise<void> {
    const secure = await this.maker.ofSignIn(user, signIn, dueAt);
    await this.events.record('link.sent', { uid: user.uid, data: { purpose: 'secure_account' } });
    await this.mail.notifySignIn(user.email, { ...secure, ...facts }, dueAt);
  }

  private async methodOf({ method, idp }: Proof) {
    if (idp === undefined) return { method };
    const provider = (await this.providers.find(idp))?.name ?? idp;
    return { method, provider };
  }
}
