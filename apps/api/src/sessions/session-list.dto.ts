import { lastUseOf, type Session, SIGN_IN_METHODS } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';

export class SessionView {
  @ApiProperty({ format: 'uuid' })
  session_id!: string;

  @ApiProperty({
    type: 'integer',
    description: 'The sign-in, in UNIX epoch seconds.',
  })
  created_at!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. A refresh by a product counts for the session of the sign-in pages, too, with a precision of one hour.',
  })
  last_used_at!: number;

  @ApiProperty({
    type: 'integer',
    description: 'When the session ends without another use, in UNIX epoch seconds.',
  })
  expiry!: number;

  @ApiProperty({
    description: 'The client address that opened the session: of a product, that of its exchange of the code.',
  })
  ip!: string;

  @ApiProperty({ description: 'The `User-Agent` of the sign-in.' })
  user_agent!: string;

  @ApiProperty({
    enum: SIGN_IN_METHODS,
    description: 'The way to sign in; of a product, that of the session on the sign-in pages.',
  })
  method!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The `session_id` of the session on the sign-in pages in which this one of a product began, and with which it ends; null for any other one.',
  })
  parent_id!: string | null;

  @ApiProperty({
    description: 'Whether it is the session of this request.',
  })
  current!: boolean;
}

export class SessionList {
  @ApiProperty({ type: [SessionView], description: 'Newest first.' })
  sessions!: SessionView[];
}

export function toSessionList(sessions: Session[], currentId: string): SessionList {
  return {
    sessions: sessions.map((session) => toOwnSession(session, currentId)),
  };
}

/** Rounds the last use down to the minute: the second would show a thief when the owner refreshes. */
function toOwnSession(session: Session, currentId: string): SessionView {
  const view = toSessionView(session, currentId);
  return { ...view, last_used_at: view.last_used_at - (view.last_used_at % 60) };
}

export function toSessionView(session: Session, currentId: string): SessionView {
  return {
    session_id: session.sessionId,
    created_at: session.createdAt,
    last_used_at: lastUseOf(session),
    expiry: session.expiresAt,
    ip: session.ip,
    user_agent: session.userAgent,
    method: session.method,
    // An administrator who acts as the user does so in a session of another user.
    parent_id: session.impersonator === null ? session.parentId : null,
    current: session.sessionId === currentId,
  };
}
