import { Clock } from '@app/database';
import { Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { type Client, SECURE_ACCOUNT_TTL, SecureLinks } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import type { Proof } from './proof.js';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';

/** Sign-ins of one account within these seconds share one email and its link. */
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
  ) {}

  /**
   * Mails about a sign-in on a new device whose session is about to open, unless an email of the last minutes can stand for it, too,
   * or no more may be sent: then the newest that still works does.
   */
  async send(user: NoticedUser, proof: Proof, client: Client): Promise<void> {
    const { uid, email } = user;
    const passwordVersion = proof.amr.includes('pwd') ? user.passwordVersion : null;
    const recent = await this.links.findOfSignIn({ uid, email, within: JOINED_SECONDS });
    if (!recent && (await this.policy.admits(uid))) return this.mailNew(user, proof, passwordVersion, client);
    const named = recent ?? (await this.links.findOfSignIn({ uid, email, within: SECURE_ACCOUNT_TTL }));
    if (named && passwordVersion !== null) await this.links.addPassword(named, passwordVersion);
  }

  private async mailNew(user: NoticedUser, proof: Proof, passwordVersion: number | null, client: Client) {
    const secure = await this.maker.ofSignIn(user, proof.createdAt ?? this.clock.now(), passwordVersion);
    const method = await this.methodOf(proof);
    await this.mail.send('new-sign-in', user.email, { ...secure, address: client.ip, ...method, ...requester() });
  }

  private async methodOf({ method, idp }: Proof) {
    if (idp === undefined) return { method };
    const provider = (await this.providers.find(idp))?.name ?? idp;
    return { method, provider };
  }
}
