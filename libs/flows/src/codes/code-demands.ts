import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { type Acr, provedAt, type Session } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';

/** The strengths of a sign-in that a product can demand. */
export const STRENGTHS: readonly Acr[] = ['aal1', 'aal2'];

/** What a product demands of the session that it gets (RFC 9470, section 4). */
export interface Demand {
  acr?: Acr;
  /** How old the weaker proof may be, in seconds. */
  maxAge?: number;
}

/** Compares the session of the pages with what a product demands, so that the pages ask for a proof before they ask for a code. */
@Injectable()
export class CodeDemands {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly methods: FactorMethods,
  ) {}

  /** @throws {ApiError} REAUTHENTICATION_REQUIRED; MFA_NOT_ENABLED or MFA_DISABLED for a user who must add a factor first */
  async require(session: Session, user: User, { acr = 'aal1', maxAge }: Demand): Promise<void> {
    const isStrong = acr === 'aal1' || session.acr === 'aal2';
    const isNew = maxAge === undefined || this.clock.now() - provedAt(session) <= maxAge;
    if (isStrong && isNew) return;
    if (!isStrong && !(await this.methods.hasFactor(user.uid)))
      throw new ApiError(this.env.mfa === 'off' ? 'MFA_DISABLED' : 'MFA_NOT_ENABLED');
    const methods = await this.proofsOf(session, user, acr);
    const details = { max_age: maxAge ?? this.env.reauthMaxAge, acr, methods };
    const reason = isStrong ? 'proof older than the product demands' : 'no second factor in the session';
    throw new ApiError('REAUTHENTICATION_REQUIRED', { details, reason });
  }

  /** A password or an email code changes nothing about the factor of a session. */
  private async proofsOf(session: Session, user: User, acr: Acr): Promise<string[]> {
    const isByFactor = acr === 'aal2' || session.acr === 'aal2';
    if (isByFactor) return this.methods.of(user.uid);
    return this.methods.toReauthenticate(user.uid, await this.methods.needsFactor(user));
  }
}
