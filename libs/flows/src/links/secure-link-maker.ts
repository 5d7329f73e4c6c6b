import { Clock } from '@app/database';
import { currentActor } from '@app/events';
import { MailService, type SecureLink } from '@app/mail';
import { type SecuredEvent, SessionStore } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker, type NewLink } from './link-mailer.js';

/** The session in which something happens, or when the sign-in that does it began, in epoch seconds. */
export interface Beginning {
  sessionId?: string | null | undefined;
  since?: number | undefined;
}

type Recipient = Pick<User, 'uid' | 'email'>;

/** Makes the links by which a reader of the mailbox secures an account that another person has used. */
@Injectable()
export class SecureLinkMaker {
  constructor(
    private readonly maker: LinkMaker,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
    private readonly mail: MailService,
  ) {}

  /**
   * For the email about a new address. Where the old one was never proved, every way in goes: the account may have begun with
   * another person.
   * @param user as before the change
   */
  async ofAddress(user: Recipient & Pick<User, 'emailProved'>, sessionId?: string): Promise<Required<SecureLink>> {
    return this.make('address', user, user.emailProved ? await this.beganAt(user, { sessionId }) : 0);
  }

  /**
   * For the email about a new factor, a switched demand for one, a linked identity or a new admin token. None for a factor or an
   * identity of a user whose sign-ins needed a second factor before: a mailbox must be no way round it.
   * @param neededFactor whether sign-ins needed a factor before the addition; false for an admin token, where it does not matter
   */
  async ofAddition(
    about: Exclude<SecuredEvent, 'address' | 'sign_in'>,
    user: Recipient,
    neededFactor: boolean,
    beginning: Beginning,
  ): Promise<SecureLink> {
    if (!this.mail.configured || neededFactor) return { link: '' };
    return this.make(about, user, await this.beganAt(user, beginning));
  }

  /**
   * For the email about a sign-in.
   * @param signIn when it began, and the version of the password that it has used, if it has
   * @param mailedAt when the email is due, in epoch seconds
   */
  ofSignIn(
    user: Recipient,
    { since, passwordVersion }: { since: number; passwordVersion: number | null },
    mailedAt = this.clock.now(),
  ): Promise<Required<SecureLink>> {
    return this.make('sign_in', user, since, { passwordVersion, createdAt: mailedAt });
  }

  private async make(
    about: SecuredEvent,
    { uid, email }: Recipient,
    since: number,
    more: Partial<Pick<NewLink<'secure_account'>, 'passwordVersion' | 'createdAt'>> = {},
  ): Promise<Required<SecureLink>> {
    const { userAgent } = currentActor();
    const target = this.maker.defaultTarget;
    const origin = { livesIn: 'nothing' as const, userAgent, about, since, ...more };
    const { link, lifetime } = await this.maker.make({ purpose: 'secure_account', uid, email, target, ...origin });
    return { link, lifetime };
  }

  private async beganAt({ uid }: Recipient, { sessionId, since }: Beginning): Promise<number> {
    const session = await this.sessions.find(sessionId ?? '', uid);
    return session?.createdAt ?? since ?? this.clock.now();
  }
}
