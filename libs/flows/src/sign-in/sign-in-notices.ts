import { hashToken } from '@app/config';
import { Clock } from '@app/database';
import { currentActor, EventLog } from '@app/events';
import { Providers } from '@app/federation';
import { MailService, type Requester, type SignInFacts } from '@app/mail';
import { type Client, REFUSE_SIGN_IN_TTL, RefusalLinks } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods, type FactorUser } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { LinkMaker } from '../links/link-maker.js';
import type { Proof } from './proof.js';
import { SignInNoticePolicy } from './sign-in-notice-policy.js';

/** Sign-ins of one account within these seconds after an email share the next one and its link. */
const JOINED_SECONDS = 600;

/** The user of a sign-in. */
type NoticedUser = FactorUser & Pick<Authenticated, 'email' | 'passwordVersion'>;

/** Mails users that someone has signed in on a new device, with a link to refuse the sign-in. The user must be locked. */
@Injectable()
export class SignInNotices {
  constructor(
    private readonly policy: SignInNoticePolicy,
    private readonly methods: FactorMethods,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly refusals: RefusalLinks,
    private readonly maker: LinkMaker,
    private readonly providers: Providers,
    private readonly events: EventLog,
  ) {}

  /**
   * Mails about a sign-in on a new device whose session is about to open. Within ten minutes of an email it is named in one more, which
   * leaves when they are over. If no more may be sent, the newest that still works names it. Returns the token hash of the link of the
   * email; null for a sign-in without an email.
   */
  async send(user: NoticedUser, proof: Proof, client: Client): Promise<string | null> {
    const passwordVersion = proof.amr.includes('pwd') ? user.passwordVersion : null;
    const { uid, email } = user;
    const now = this.clock.now();
    const recent = await this.refusals.findRecent(uid, email, JOINED_SECONDS);
    const facts = { at: now, address: client.ip, ...(await this.methodOf(proof)), ...requester() };
    const joins = recent && recent.createdAt > now && (await this.mail.addSignIn(email, recent.createdAt, facts));
    if (!joins && (await this.policy.admits(uid))) {
      const dueAt = recent && recent.createdAt + JOINED_SECONDS;
      return this.mailNew(user, proof, { ...facts, passwordVersion }, dueAt);
    }
    const named = recent ?? (await this.refusals.findRecent(uid, email, REFUSE_SIGN_IN_TTL));
    if (named && passwordVersion !== null) await this.refusals.addPassword(named, passwordVersion);
    return named?.tokenHash ?? null;
  }

  /** @param dueAt when the email leaves, in epoch seconds; undefined for now */
  private async mailNew(
    user: NoticedUser,
    proof: Proof,
    { passwordVersion, ...facts }: SignInFacts & Requester & { passwordVersion: number | null },
    dueAt?: number,
  ): Promise<string> {
    const { uid, email } = user;
    // A mailbox is no way round a factor in use: then the link removes no factor that was added since the sign-in.
    const neededFactor = proof.factor !== 'new' && (await this.methods.needsFactor(user));
    const since = neededFactor ? null : (proof.createdAt ?? this.clock.now());
    const purpose = 'refuse_sign_in' as const;
    const target = this.maker.defaultTarget;
    const { userAgent } = currentActor();
    const of = { uid, email, target, userAgent, since, passwordVersion, mailedAt: dueAt };
    const { link, lifetime, token } = await this.maker.make({ purpose, ...of });
    await this.events.record('link.sent', { uid, data: { purpose } });
    await this.mail.notifySignIn(email, { link, lifetime, ...facts }, dueAt);
    return hashToken(token);
  }

  private async methodOf({ method, idp }: Proof) {
    if (idp === undefined) return { method };
    const provider = (await this.providers.find(idp))?.name ?? idp;
    return { method, provider };
  }
}
