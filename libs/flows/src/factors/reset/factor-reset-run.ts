import { currentActor, EventLog, onBehalfOf } from '@app/events';
import { FactorResets } from '@app/factors';
import { MailService } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../../access/factor-methods.js';
import { NO_CLIENT } from '../../input/requester.js';
import { Access } from '../../revocation/access.js';
import { WaysIn } from '../../revocation/ways-in.js';

/** Carries out resets of second factors. */
@Injectable()
export class FactorResetRun {
  constructor(
    private readonly resets: FactorResets,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly waysIn: WaysIn,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** Carries out a due reset, in the name of the administrator who asked for it. Another process may have done so. */
  async removeFactors(user: User): Promise<void> {
    const { uid, email } = user;
    const reset = await this.resets.takeDue(user);
    if (!reset) return;
    const { reason, passkeys, identities, actor } = reset;
    await onBehalfOf({ actor, ip: currentActor().ip }, async () => {
      const since = await this.methods.neededSince(user);
      if (since !== undefined) await this.userFactors.noteNeed(uid, since);
      await this.resets.removeFactors(uid, reset);
      if (passkeys) await this.userFactors.setHasPasskey(uid, false);
      await this.userFactors.setEnabled(uid, false);
      await this.userFactors.touch(uid);
      if (identities) await this.waysIn.unlinkSince(uid, 0, 'reset');
      await this.access.removeScopes(user);
      await this.access.end('factors_reset', { uid });
      await this.events.record('mfa.reset', { uid, data: { reason, passkeys, identities } });
      await this.mail.notifyFactors('factors-reset', email, NO_CLIENT);
    });
  }
}
