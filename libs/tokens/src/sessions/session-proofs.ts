import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { livingSessions, Session } from './session.entity.js';
import type { ShownProof } from './session-kinds.js';
import type { SessionKey } from './session-revoker.js';
import { SessionStore } from './session-store.js';

/** What is proved in a session after its sign-in. */
@Injectable()
export class SessionProofs {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionStore,
  ) {}

  /**
   * Records a new proof in a session, where it is shown. The `amr` grows, and a second factor makes the session `aal2`. The user must
   * be locked.
   * Undefined when the session has ended.
   * @param factorSince since when the user has the second factor that was shown, in epoch seconds; left out for another proof
   */
  async prove(
    { uid, sessionId }: SessionKey,
    amr: readonly string[],
    factorSince?: number,
  ): Promise<Session | undefined> {
    this.database.requireTransaction();
    const before = await this.sessions.find(sessionId, uid);
    if (!before || !(await this.sessions.isAlive(before))) return undefined;
    const now = this.clock.now();
    const shownHere: ShownProof = factorSince === undefined ? (before.shownHere ?? 'proof') : 'factor';
    const values = { amr: joinAmr(before.amr, amr), authTime: now, shownHere };
    const factor = { acr: 'aal2' as const, factorTime: now, earlierFactor: (factorSince ?? 0) < before.createdAt };
    const proof = factorSince === undefined ? values : { ...values, ...factor };
    const living = { ...livingSessions(uid, now), sessionId };
    const { affected } = await this.database.repo(Session).update(living, proof);
    return affected === 1 ? { ...before, ...proof } : undefined;
  }

  /**
   * Makes a session one of a single factor, whose next refreshes check whether its user must have a second one. Returns it as it is
   * then: `aal2` still, if a factor is shown at the same time.
   */
  async weaken(session: Session): Promise<Session> {
    const { sessionId, uid, factorTime } = session;
    const amr = session.amr.split(' ').filter((method) => method !== 'mfa');
    const values = { acr: 'aal1' as const, amr: amr.join(' '), factorTime: 0, factorDueAt: this.clock.now() };
    const { affected } = await this.database.repo(Session).update({ sessionId, factorTime }, values);
    return affected === 1 ? { ...session, ...values } : ((await this.sessions.find(sessionId, uid)) ?? session);
  }
}

/** Both lists, each value once, separated by blanks. */
function joinAmr(before: string, added: readonly string[]): string {
  return [...new Set([...before.split(' '), ...added])].filter((value) => value !== '').join(' ');
}
