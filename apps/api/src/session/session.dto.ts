import { fails } from '@app/errors';
import type { Session, TokenPair } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty } from 'class-validator';
import { OptionalText, Text } from '../wire/fields.js';

/** For an empty field passport-local would look into the query string. */
const NotEmpty = () => IsNotEmpty(fails('INVALID_CREDENTIALS'));

export class LoginRequest {
  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The email of the account; case does not count.')
  email!: string;

  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The password, as it was set.')
  password!: string;
}

export class RefreshRequest {
  @Text('INVALID_REFRESH_TOKEN', 'The newest refresh token of the session.')
  refresh_token!: string;
}

export class LogoutRequest {
  @OptionalText('INVALID_REFRESH_TOKEN', 'Ends the session of this token; left out, all sessions of the user end.')
  refresh_token?: string;
}

/** What a sign-in is answered with. */
export class SignedIn {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;

  @ApiProperty({ description: 'Buys the next access token.' })
  refresh_token!: string;

  @ApiProperty()
  email_verified!: boolean;

  @ApiProperty({ description: 'The JSON text of the user, as it was set.' })
  metadata!: string;
}

export function toSignedIn({ uid, accessToken, expiry, refreshToken }: TokenPair, user: Authenticated): SignedIn {
  const { emailVerified, metadata } = user;
  return {
    uid,
    token: accessToken,
    expiry,
    refresh_token: refreshToken,
    email_verified: emailVerified,
    metadata,
  };
}

export class Refreshed {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({
    description: 'The access token: a JWT for the Authorization header.',
  })
  access_token!: string;

  @ApiProperty({
    description: 'Replaces the refresh token that was presented.',
  })
  refresh_token!: string;

  @ApiProperty({
    type: 'integer',
    description: 'When the access token expires, in UNIX epoch seconds.',
  })
  expiry!: number;
}

export function toRefreshed({ uid, accessToken, expiry, refreshToken }: TokenPair): Refreshed {
  return {
    uid,
    access_token: accessToken,
    refresh_token: refreshToken,
    expiry,
  };
}

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
    description: 'The sign-in or the newest refresh, in UNIX epoch seconds; for its user, the full minute before.',
  })
  last_used_at!: number;

  @ApiProperty({
    type: 'integer',
    description: 'When the refresh token expires, in UNIX epoch seconds.',
  })
  expiry!: number;

  @ApiProperty({ description: 'The address that signed in.' })
  ip!: string;

  @ApiProperty({ description: 'What the client called itself at the sign-in.' })
  user_agent!: string;

  @ApiProperty({
    enum: ['password', 'sign_up', 'magic_link'],
    description: 'How the session began.',
  })
  method!: string;

  @ApiProperty({
    description: 'Whether the access token of this request belongs to it.',
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

/** Without the second: it would tell the thief of a refresh token when its owner refreshes. */
function toOwnSession(session: Session, currentId: string): SessionView {
  const view = toSessionView(session, currentId);
  return { ...view, last_used_at: view.last_used_at - (view.last_used_at % 60) };
}

export function toSessionView(session: Session, currentId: string): SessionView {
  return {
    session_id: session.sessionId,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expiry: session.expiresAt,
    ip: session.ip,
    user_agent: session.userAgent,
    method: session.method,
    current: session.sessionId === currentId,
  };
}
