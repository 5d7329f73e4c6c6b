import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { EventLog, type EventType, idAt, type LoggedEvent } from '@app/events';
import { SessionStore } from '@app/tokens';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

const ENDINGS: EventType[] = ['session.revoked', 'session.reuse_detected'];
const CHANGES_OF_HANDS: EventType[] = [
  'user.password_changed',
  'user.password_reset',
  'user.email_verified',
  'user.disabled',
  'user.deleted',
];

/** A refresh may be overtaken before it signs, and the clocks of replicas differ. */
const MARGIN_MS = 60_000;

/**
 * Whether a caller may still take the account away. An access token outlives its session, after a logout as specified; but
 * one from before the password changed, or before the owner of the address came, or whose session was ended otherwise,
 * may be in the hands of a thief, or of whoever registered a foreign address.
 */
@Injectable()
export class Standing {
  constructor(
    private readonly sessions: SessionStore,
    private readonly events: EventLog,
  ) {}

  /**
   * Sure within a transaction that has locked the user: whoever changes hands locks them, too.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async require({ uid, sessionId, claims }: CallerIdentity): Promise<void> {
    // No session outlives a change of hands but the one that made it.
    if (await this.sessions.exists(sessionId)) return;
    const issued = idAt(claims.iat * 1_000 - MARGIN_MS);
    const events = await this.events.ofUser(uid, issued, [...ENDINGS, ...CHANGES_OF_HANDS]);
    if (events.some((event) => outlawed(event, sessionId))) throw new ApiError('NOT_AUTHENTICATED');
  }
}

function outlawed({ id, type, sessionId, data }: LoggedEvent, caller: string): boolean {
  const { reason, password } = JSON.parse(data) as { reason?: string; password?: string };
  if (ENDINGS.includes(type)) return sessionId === caller && reason !== 'logout';
  // Both are numbered by time: a session that was opened afterwards is not meant.
  if (id < caller || sessionId === caller) return false;
  return type !== 'user.email_verified' || password === 'void';
}

/** Behind the `BearerGuard`, for what takes the account, or others who are signed in, away. */
@Injectable()
export class StandingGuard implements CanActivate {
  constructor(private readonly standing: Standing) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.standing.require(context.switchToHttp().getRequest<{ user: CallerIdentity }>().user);
    return true;
  }
}
