import { hashToken } from '@app/config';
import { Clock } from '@app/database';
import { currentActor, EventLog } from '@app/events';
import { Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { type Client, REFUSE_SIGN_IN_TTL, RefusalLinks } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { LinkMaker } from '../links/link-maker.js';
import type { Proof } from './proof.js';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';

/** Sign-ins of one account within these seconds share one email and its link. */
const JOINED_SECONDS = 600;

/** The user of a sign-in. */
type NoticedUser = Pick<Authenticated, 'uid' | 'email' | 'passwordVersion' | 'mfaEnabled'>;

/** Mails users that someone has signed in on a new device, with a link to refuse the sign-in. The user must be locked. */
@Injectable()
export class SignInNotices {
  constructor(
    private readonly policy: SignInNoticePolicy,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly refusals: RefusalLinks,
    private readonly maker: LinkMaker,
    private readonly providers: Providers,
    private readonly events: EventLog,
  ) {}

  /**
   * Mails about a sign-in on a new device whose session is about to open, unless an email of the last minutes can name it, too, or
   * no more may be sent: then the newest that still works names it. Returns the token hash of the link of the email; null for a
   * sign-in without an email.
   */
  async send(user: NoticedUser, proof: Proof, client: Client): Promise<string | null> {
    const passwordVersion = proof.amr.includes('pwd') ? user.passwordVersion : null;
    const recent = await this.refusals.findRecent(user.uid, user.email, JOINED_SECONDS);
    if (!recent && (await this.policy.admits(user.uid))) return this.mailNew(user, proof, passwordVersion, client);
    const named = recent ?? (await this.refusals.findRecent(user.uid, user.email, REFUSE_SIGN_IN_TTL));
    if (named && passwordVersion !== null) await this.refusals.addPassword(named, passwordVersion);
    return named?.tokenHash ?? null;
  }

  private async mailNew(user: NoticedUser, proof: Proof, passwordVersion: number | null, client: Client) {
    const { uid, email } = user;
    // A mailbox is no way round a factor in use: then the link removes no factor that was added since the sign-in.
    const since = user.mfaEnabled ? null : (proof.createdAt ?? this.clock.now());
    const purpose = 'refuse_sign_in' as const;
    const target = this.maker.defaultTarget;
    const { userAgent } = currentActor();
    const made = await this.maker.make({
      purpose,
      uid,
      email,
      livesIn: 'nothing',
      target,
      userAgent,
      since,
      passwordVersion,
    });
    await this.events.record('link.sent', { uid, data: { purpose } });
    const { link, lifetime, token } = made;
    const method = await this.methodOf(proof);
    await this.mail.send('new-sign-in', email, { link, lifetime, address: client.ip, ...method, ...requester() });
    return hashToken(token);
  }

  private async methodOf({ method, idp }: Proof) {
    if (idp === undefined) return { method };
    const provider = (await this.providers.find(idp))?.name ?? idp;
    return { method, provider };
  }
}
