import { Env } from '@app/config';
import { Clock, Database, type KeyLookup } from '@app/database';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Authentication, Client } from './authentication.js';
import { livingSessions, Session, type SessionOwner } from './session.entity.js';

const USER_AGENT_LENGTH = 255;

const ROTATE = `UPDATE sessions SET generation = generation + 1, last_used_at = ?, expires_at = ?
  WHERE session_id = ? AND uid = ? AND generation = ? AND claims_changed_at = ? AND ended_at IS NULL AND expires_at > ?`;

/** Changes nothing, but waits for a transaction that has locked the row. */
const CONFIRM = `UPDATE sessions SET generation = generation
  WHERE session_id = ? AND claims_changed_at = ? AND ended_at IS NULL`;

/** The rows of sessions: opening and refreshing them. */
@Injectable()
export class SessionStore {
  private readonly byId: KeyLookup<Session>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {
    this.byId = database.keyLookup(Session, 'sessionId');
  }

  /** To be called in a transaction that has locked the owner. */
  async open(owner: SessionOwner, how: Authentication, client: Client): Promise<Session> {
    const { method, amr, acr, idp, impersonator } = how;
    const now = this.clock.now();
    const session = {
      sessionId: uuidv7(),
      uid: owner.uid,
      generation: 0,
      method,
      ip: client.ip,
      userAgent: client.userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: this.expiryOf({ createdAt: now }, impersonator?.until),
      endedAt: null,
      endReason: null,
      authTime: impersonator ? 0 : now,
      amr: amr.join(' '),
      acr,
      idp: idp ?? null,
      claims: owner.claims,
      claimsChangedAt: owner.claimsChangedAt,
      impersonator: impersonator?.actor ?? null,
      actName: impersonator?.name ?? null,
    };
    await this.database.insert(Session, [session]);
    return session;
  }

  /** A session of a user, ended or not, while its row exists. */
  async find(sessionId: string, uid: string): Promise<Session | undefined> {
    const session = await this.byId.find(sessionId);
    return session?.uid === uid ? session : undefined;
  }

  /** Whether a session can be refreshed. */
  isAlive(session: Session): boolean {
    const { endedAt, expiresAt } = session;
    // The setting may be lower than at the sign-in.
    return endedAt === null && Math.min(expiresAt, this.expiryOf(session)) > this.clock.now();
  }

  /**
   * Moves a session to its next generation, in one conditional update: of several parallel requests with the same generation,
   * only one succeeds. Undefined when the session was rotated by another request, has other claims, has ended or expired.
   */
  async rotate(session: Session): Promise<Session | undefined> {
    const { sessionId, uid, generation, claimsChangedAt } = session;
    const now = this.clock.now();
    const expiresAt = this.expiryOf(session);
    const values = [now, expiresAt, sessionId, uid, generation, claimsChangedAt, now];
    const changed = await this.database.change(ROTATE, values);
    return changed === 1 ? { ...session, generation: generation + 1, expiresAt, lastUsedAt: now } : undefined;
  }

  /**
   * Whether a session is still open and has these claims, after all changes of it that are under way. Its generation may have
   * moved on: another tab refreshes at the same moment.
   */
  async confirm({ sessionId, claimsChangedAt }: Session): Promise<boolean> {
    return (await this.database.change(CONFIRM, [sessionId, claimsChangedAt])) === 1;
  }

  /**
   * Records a new proof in a session. To be called in a transaction that has locked the user. Undefined when the session has
   * ended.
   */
  async prove(sessionId: string, uid: string, proof: Pick<Session, 'amr' | 'acr'>): Promise<Session | undefined> {
    const living = livingSessions(uid, this.clock.now());
    const values = { ...proof, authTime: this.clock.now() };
    await this.database.repo(Session).update({ ...living, sessionId }, values);
    const session = await this.find(sessionId, uid);
    return session && this.isAlive(session) ? session : undefined;
  }

  /** When a session that is used now expires. */
  private expiryOf(
    { createdAt }: Pick<Session, 'createdAt'>,
    wanted = this.clock.now() + this.env.refreshTokenTtl,
  ): number {
    const { sessionMaxTtl } = this.env;
    return sessionMaxTtl === 0 ? wanted : Math.min(wanted, createdAt + sessionMaxTtl);
  }
}
