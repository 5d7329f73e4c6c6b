import { EventLog, type EventType } from '@app/events';
import type { FactorNotice } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { FactorNotices } from '../access/factor-notices.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';

/** What follows each change of second factors: an event, the end of other sessions, and a notice by email. */
@Injectable()
export class FactorsChanged {
  constructor(
    private readonly events: EventLog,
    private readonly access: Access,
    private readonly userFactors: UserFactors,
    private readonly notices: FactorNotices,
    private readonly methods: FactorMethods,
    private readonly links: SecureLinkMaker,
  ) {}

  /**
   * Records an event, and applies what follows.
   * @param keep the session of the owner, which goes on; undefined for an administrator
   */
  async record(event: EventType, notice: FactorNotice, user: User, keep?: string): Promise<void> {
    await this.events.record(event, { uid: user.uid });
    await this.apply(notice, user, keep);
  }

  /** What follows a change whose event is recorded: see `record()`. */
  async apply(notice: FactorNotice, user: User, keep?: string): Promise<void> {
    await this.userFactors.touch(user.uid);
    await this.access.end('factors_changed', { uid: user.uid, keep });
    const makeLink = async () =>
      this.links.ofAddition('mfa', user, await this.methods.needsFactor(user), { sessionId: keep });
    await this.notices.send(notice, user, notice === 'mfa-enabled' ? makeLink : undefined);
  }
}
