import { Clock } from '@app/database';
import { currentActor } from '@app/events';
import { MailService } from '@app/mail';
import { type LinkPurpose, SessionStore } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from './link-maker.js';

/** What an undo link needs of its user. */
type Undoable = Pick<User, 'uid' | 'email' | 'passwordVersion'>;

type Began = { since: number; passwordVersion: number };

/** The session in which something is added, or when the sign-in that adds it began to, in epoch seconds. */
export interface Beginning {
  sessionId?: string | undefined;
  since?: number | undefined;
}

/** Makes the links by which a reader of the mailbox undoes what another person has done in the account. */
@Injectable()
export class UndoLinks {
  constructor(
    private readonly maker: LinkMaker,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
    private readonly mail: MailService,
  ) {}

  /**
   * Undoes a change of address, and what was added since its session began. For an address that was never proved, the link
   * removes every way in: the account may have begun with another person.
   * @param user as before the change
   */
  async ofAddress(user: Undoable & Pick<User, 'emailProved'>, sessionId: string): Promise<string> {
    const began = await this.beginningOf(user, { sessionId });
    return this.make('undo_email_change', user, user.emailProved ? began : { ...began, since: 0 });
  }

  /**
   * Undoes a new factor, a new passkey or a linked identity, and what was added since the session began. An empty text for a
   * user whose sign-ins needed a second factor before: a mailbox must be no way round it.
   * @param user as before the addition
   */
  async ofAddition(user: Undoable & Pick<User, 'mfaEnabled'>, beginning: Beginning): Promise<string> {
    if (!this.mail.configured || user.mfaEnabled) return '';
    return this.make('undo_factors', user, await this.beginningOf(user, beginning));
  }

  private async make(purpose: LinkPurpose & `undo_${string}`, user: Undoable, began: Began): Promise<string> {
    const { uid, email } = user;
    const { userAgent } = currentActor();
    const target = this.maker.defaultTarget;
    return (await this.maker.make({ purpose, uid, email, livesIn: 'nothing', target, userAgent, ...began })).link;
  }

  private async beginningOf({ uid, passwordVersion }: Undoable, { sessionId = '', since }: Beginning): Promise<Began> {
    const session = await this.sessions.find(sessionId, uid);
    if (session) return { since: session.createdAt, passwordVersion: session.passwordVersion };
    return { since: since ?? this.clock.now(), passwordVersion };
  }
}
