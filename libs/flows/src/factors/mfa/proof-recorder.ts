import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { SessionProofs, TokensService } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { StaleTokens } from '../../access/stale-tokens.js';
import { SessionAssurance } from '../../sign-in/session-assurance.js';

/** An access token of the same session, after a new proof. */
export interface Reauthenticated {
  uid: string;
  accessToken: string;
  /** In seconds since the UNIX epoch. */
  expiry: number;
}

/** Records new proofs in sessions. */
@Injectable()
export class ProofRecorder {
  constructor(
    private readonly stale: StaleTokens,
    private readonly proofs: SessionProofs,
    private readonly assurance: SessionAssurance,
    private readonly tokens: TokensService,
  ) {}

  /**
   * Records a proof in the session of the caller. The `acr` of a session is never lowered.
   * @param consume consumes the proof, and returns what it adds to the session
   * @throws {ApiError} NOT_AUTHENTICATED, and errors of `consume`
   */
  prove(
    caller: CallerIdentity,
    consume: (user: User) => Promise<{ amr: readonly string[]; factorSince?: number }>,
  ): Promise<Reauthenticated> {
    const { uid, sessionId } = caller;
    return this.stale.transaction(caller, async (user) => {
      const { amr, factorSince } = await consume(user);
      const session = await this.proofs.prove({ uid, sessionId }, amr, factorSince);
      if (!session) throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended' });
      const { token, expiry } = this.tokens.issueAccess(await this.assurance.limit(session, user));
      return { uid, accessToken: token, expiry };
    });
  }
}
