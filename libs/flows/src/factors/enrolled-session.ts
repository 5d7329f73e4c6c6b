import { Clock } from '@app/database';
import { type Client, type SessionKey, SessionProofs, type TokenPair } from '@app/tokens';
import type { User } from '@app/users';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { Access } from '../revocation/access.js';
import type { FirstStep } from '../sign-in/mfa-challenges.js';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** What a new factor does to the session of the user who has added it. The user must be locked. */
@Injectable()
export class EnrolledSession {
  constructor(
    private readonly clock: Clock,
    private readonly proofs: SessionProofs,
    private readonly users: UsersService,
    private readonly access: Access,
    private readonly gate: SignInGate,
  ) {}

  /**
   * Opens the session of a sign-in that had to wait for the factor.
   * @param amr what the factor proves (RFC 8176)
   */
  async open(user: User, first: FirstStep, amr: readonly string[], client: Client): Promise<TokenPair> {
    await this.access.end('factors_changed', user);
    const changed = await this.users.lock(user.uid);
    return tokensOf((await this.gate.openSecond(changed ?? user, first, amr, 'new', client)).outcome);
  }

  /** The session of the caller has proved the factor; all others have not, and end. */
  async strengthen({ uid, sessionId }: SessionKey, amr: readonly string[]): Promise<void> {
    await this.access.end('factors_changed', { uid, keep: sessionId });
    await this.proofs.prove({ uid, sessionId }, amr, this.clock.now());
  }
}
