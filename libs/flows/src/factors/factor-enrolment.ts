import { EventLog } from '@app/events';
import { RecoveryCodes } from '@app/factors';
import { MailService } from '@app/mail';
import type { Client, TokenPair } from '@app/tokens';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { EnrolledSession } from './enrolled-session.js';
import type { Enrolling } from './enrolment-admission.js';

/** What an added factor leads to. */
export interface Enrolled {
  user: User;
  /** The first set of recovery codes. */
  recoveryCodes?: string[];
  /** The tokens of a sign-in that had to wait for the factor. */
  tokens?: TokenPair;
}

/** A new factor: what it proves (RFC 8176), its kind for the log, and whether each sign-in needs a factor from now on. */
export interface NewFactor {
  amr: readonly string[];
  type: 'totp' | 'passkey';
  enables: boolean;
}

/** The rules after a factor was added, whatever its kind. */
@Injectable()
export class FactorEnrolment {
  constructor(
    private readonly userFactors: UserFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly session: EnrolledSession,
    private readonly links: SecureLinkMaker,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** Applies the rules after a factor was added. */
  async added({ user, enroller, waiting }: Enrolling, factor: NewFactor, client: Client): Promise<Enrolled> {
    const { uid } = user;
    await this.events.record('mfa.factor_added', { uid, data: { type: factor.type } });
    const enables = factor.enables || waiting !== undefined;
    const first = enables && (await this.userFactors.setEnabled(uid, true));
    if (!first) await this.userFactors.bumpVersion(uid);
    // A user who switched factors off and on again keeps the codes.
    const recoveryCodes = first ? await this.recoveryCodes.makeFirst(uid) : undefined;
    if (first) await this.events.record('mfa.enabled', { uid });
    const sessionId = 'caller' in enroller ? enroller.caller.sessionId : undefined;
    const secure = await this.links.ofAddition('factor', user, { sessionId, since: waiting?.data.proof.createdAt });
    await this.mail.notifyFactors('factor-added', user.email, requester(), secure);
    const tokens = waiting && (await this.session.open(user, waiting.data, factor.amr, client));
    if ('caller' in enroller && first) await this.session.strengthen(enroller.caller, factor.amr);
    return { user, recoveryCodes, tokens };
  }
}
