import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { EventLog, type EventType, idAt, type LoggedEvent } from '@app/events';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

const ENDINGS: EventType[] = ['session.revoked', 'session.reuse_detected'];
const CHANGES_OF_HANDS: EventType[] = ['user.password_changed', 'user.password_reset', 'user.email_verified'];

/** A refresh may be overtaken before it signs, and the clocks of replicas differ. */
const MARGIN_MS = 60_000;

/**
 * Whether a caller may still take the account away. An access token outlives its session, after a logout as specified; but
 * one that was issued before the password changed, or before the owner of the address came, or whose session was ended by
 * somebody else, may be in the hands of a thief, or of whoever registered a foreign address.
 */
@Injectable()
export class Standing {
  constructor(private readonly events: EventLog) {}

  /**
   * Sure within a transaction that has locked the user: whoever changes hands locks them, too.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async require({ uid, sessionId, claims }: CallerIdentity): Promise<void> {
    // A session from after an event is not meant by it: both are numbered by time. The other bound only spares old events.
    const issued = idAt(claims.iat * 1_000 - MARGIN_MS);
    const after = sessionId > issued ? sessionId : issued;
    const events = await this.events.ofUser(uid, after, [...ENDINGS, ...CHANGES_OF_HANDS]);
    if (events.some((event) => outlawed(event, sessionId))) throw new ApiError('NOT_AUTHENTICATED');
  }
}

function outlawed({ type, sessionId, data }: LoggedEvent, caller: string): boolean {
  const { reason, password } = JSON.parse(data) as { reason?: string; password?: string };
  if (ENDINGS.includes(type)) return sessionId === caller && reason !== 'logout';
  return type === 'user.email_verified' ? password === 'void' : sessionId !== caller;
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
