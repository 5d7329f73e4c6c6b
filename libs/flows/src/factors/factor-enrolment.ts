import { Clock } from '@app/database';
import { EventLog } from '@app/events';
import { RecoveryCodes } from '@app/factors';
import { MailService } from '@app/mail';
import { type Client, type SessionKey, SessionProofs, type TokenPair } from '@app/tokens';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { Access } from '../revocation/access.js';
import type { FirstStep } from '../sign-in/mfa-challenges.js';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
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
    private readonly clock: Clock,
    private readonly proofs: SessionProofs,
    private readonly users: UsersService,
    private readonly access: Access,
    private readonly gate: SignInGate,
    private readonly links: SecureLinkMaker,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** Applies the rules after a factor was added. */
  async added(
    { user, enroller, waiting, neededFactor }: Enrolling,
    factor: NewFactor,
    client: Client,
  ): Promise<Enrolled> {
    const { uid } = user;
    await this.events.record('mfa.factor_added', { uid, data: { type: factor.type } });
    const enables = factor.enables || waiting !== undefined;
    const first = enables && (await this.userFactors.setEnabled(uid, true));
    await this.userFactors.touch(uid);
    // A user who switched factors off and on again keeps the codes.
    const recoveryCodes = first ? await this.recoveryCodes.makeFirst(uid) : undefined;
    if (first) await this.events.record('mfa.enabled', { uid });
    const sessionId = 'caller' in enroller ? enroller.caller.sessionId : undefined;
    const beginning = { sessionId, since: waiting?.data.proof.createdAt };
    const secure = await this.links.ofAddition('factor', user, neededFactor, beginning);
    await this.mail.notifyFactors('factor-added', user.email, requester(), secure);
    if (waiting) return { user, recoveryCodes, tokens: await this.open(user, waiting.data, factor.amr, client) };
    if ('caller' in enroller && first) await this.strengthen(enroller.caller, factor.amr);
    else await this.access.end('factor_added', { uid });
    return { user, recoveryCodes };
  }

  /**
   * Opens the session of a sign-in that had to wait for the factor.
   * @param amr what the factor proves (RFC 8176)
   */
  private async open(user: User, first: FirstStep, amr: readonly string[], client: Client): Promise<TokenPair> {
    await this.access.end('factors_changed', user);
    const changed = await this.users.lock(user.uid);
    return tokensOf((await this.gate.openSecond(changed ?? user, first, amr, 'new', client)).outcome);
  }

  /** The session of the caller has proved the factor; all others have not, and end. */
  private async strengthen({ uid, sessionId }: SessionKey, amr: readonly string[]): Promise<void> {
    await this.access.end('factors_changed', { uid, keep: sessionId });
    await this.proofs.prove({ uid, sessionId }, amr, this.clock.now());
  }
}
