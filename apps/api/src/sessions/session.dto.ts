import type { ListPage } from '@app/database';
import { ApiError, failsWith } from '@app/errors';
import { EVENT_TYPES } from '@app/events';
import { type Exchanged, type ListedDevice, type SecurityEvent, STRENGTHS } from '@app/flows';
import { type IssuedToken, lastUseOf, type Session, SIGN_IN_METHODS, type TokenPair } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { PartialType } from '@nestjs/swagger';
import { Allow, IsString } from 'class-validator';
import { Answer, t } from '../wire/answers.dto.js';
import { f, LAST_SECOND, Request } from '../wire/fields.dto.js';
import { PageView, toPage } from '../wire/parameters.dto.js';

const IN_COOKIE = 'it is in a cookie';

export class RefreshRequest extends Request({
  refresh_token: f.any<string>(
    {
      type: String,
      required: false,
      description: `The newest refresh token of the session: required unless ${IN_COOKIE}.`,
    },
    IsString(failsWith('INVALID_REFRESH_TOKEN')),
  ),
}) {}

export class LogoutRequest extends Request({
  refresh_token: f.optional(
    f.text('INVALID_REFRESH_TOKEN', 'Ends the session of this token. Left out, all sessions of the user end.'),
  ),
  parent: f.optional(
    f.any<unknown>(
      {
        type: 'boolean',
        default: false,
        description:
          'Whether the session of the sign-in pages ends in which this one began, with all products that it has signed in to. One that began in no other ends itself. Not beside a `refresh_token`.',
      },
      Allow(),
    ),
  ),
  /** Without a cookie it has no meaning, and any value is ignored. */
  all: f.optional(
    f.any<unknown>(
      {
        type: 'boolean',
        default: false,
        description:
          'With the session in a cookie: whether all sessions of the user end. Otherwise that of the cookie ends.',
      },
      Allow(),
    ),
  ),
}) {}

/** @throws {ApiError} INVALID_REQUEST */
export function toLogout(
  { refresh_token: refreshToken, parent = false, all = false }: LogoutRequest,
  inCookie: boolean,
) {
  if (typeof parent !== 'boolean') throw new ApiError('INVALID_REQUEST', 'parent must be true or false.');
  if (!inCookie && parent && refreshToken !== undefined)
    throw new ApiError('INVALID_REQUEST', 'parent is for the session of the access token: leave refresh_token out.');
  if (!inCookie) return { refreshToken, parent };
  if (typeof all !== 'boolean') throw new ApiError('INVALID_REQUEST', 'all must be true or false.');
  return { refreshToken, parent, everywhere: all };
}

/** What a device has to show at its next sign-in. */
export const DEVICE_TOKEN = t.optional(
  t.string(
    'Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use.',
  ),
);

/** The answer to a sign-in. */
export class SignedIn extends Answer({
  uid: t.uuid(),
  token: t.string('The access token: a JWT for the Authorization header.'),
  expiry: t.integer('When the access token expires, in UNIX epoch seconds.'),
  refresh_token: t.optional(t.string(`Can be exchanged for new tokens. Left out where ${IN_COOKIE}.`)),
  email_verified: t.boolean(),
  metadata: t.string('The JSON text of the user, unchanged.'),
  device_token: DEVICE_TOKEN,
}) {}

export function toSignedIn(tokens: TokenPair, user: Authenticated): SignedIn {
  const { uid, accessToken, expiry, refreshToken, deviceToken } = tokens;
  const { emailVerified, metadata } = user;
  return {
    uid,
    token: accessToken,
    expiry,
    refresh_token: refreshToken,
    email_verified: emailVerified,
    metadata,
    ...(deviceToken !== undefined && { device_token: deviceToken }),
  };
}

export class Refreshed extends Answer({
  uid: t.uuid(),
  access_token: t.string('The access token: a JWT for the Authorization header.'),
  refresh_token: t.optional(t.string(`Replaces the refresh token that was presented. Left out where ${IN_COOKIE}.`)),
  expiry: t.integer('When the access token expires, in UNIX epoch seconds.'),
}) {}

export function toRefreshed({ uid, accessToken, expiry, refreshToken }: TokenPair): Refreshed {
  return {
    uid,
    access_token: accessToken,
    refresh_token: refreshToken,
    expiry,
  };
}

export class CodeExchangeRequest extends Request({
  code: f.text(
    'INVALID_CODE',
    'The `code` of the URL to which a link, a provider or the sign-in pages led the browser. It works once, for 60 seconds.',
  ),
  code_verifier: f.text('INVALID_CODE', 'The verifier of the `code_challenge`.'),
}) {}

/** What a login answers; for a code that links an identity, only that. */
export class ExchangedCode extends Answer(PartialType(SignedIn), {
  identity_id: t.optional(t.uuid('Only of a code that links an identity.')),
}) {}

export function toExchangedCode(exchanged: Exchanged): ExchangedCode {
  if ('identityId' in exchanged) return { identity_id: exchanged.identityId };
  return toSignedIn(exchanged.tokens, exchanged.user);
}

class DeviceView extends Answer({
  device_id: t.uuid(),
  client: t.string('The `User-Agent` of the newest sign-in.'),
  created_at: t.time(),
  last_used_at: t.integer(
    'The newest sign-in, or the newest refresh of a session on the device, in UNIX epoch seconds, rounded down to the minute.',
  ),
  trusted_until: t.orNull(
    t.integer(
      'Until when a sign-in by password needs no second factor on the device, in UNIX epoch seconds; null for a device that is not trusted.',
    ),
  ),
  current: t.boolean('Whether the session of this request is on the device.'),
}) {}

export class DeviceList extends Answer({
  devices: t.list(DeviceView, 'The one that was used last comes first.'),
}) {}

class SecurityEventView extends Answer({
  type: t.oneOf(EVENT_TYPES, 'What happened: docs/reference/events.md.'),
  at: t.time(),
  ip: t.orNull(t.string('The client address; null for what an administrator or the service has done.')),
  client: t.orNull(
    t.string('The `User-Agent`; null for what an administrator or the service has done, and where it is not known.'),
  ),
  device: t.orNull(t.uuid('The `device_id`; null where it is not known.')),
  reason: t.orNull(
    t.string(
      'What the type does not say: why a session was ended (`session.revoked`), `void` of a password that was invalidated, `undone` of a change of ' +
        'the email, `not_mailed` of a link that an administrator made; else null.',
    ),
  ),
}) {}

export class SecurityEventList extends Answer(PageView, {
  events: t.list(SecurityEventView, 'Newest first, of the last 90 days.'),
}) {}

export function toDeviceList(devices: ListedDevice[]): DeviceList {
  return { devices: devices.map(toDevice) };
}

/** Rounds the last use down to the minute: the second would show a thief when the owner refreshes. */
function toDevice({ deviceId, userAgent, createdAt, lastUsedAt, trustedUntil, current }: ListedDevice): DeviceView {
  return {
    device_id: deviceId,
    client: userAgent,
    created_at: createdAt,
    last_used_at: lastUsedAt - (lastUsedAt % 60),
    trusted_until: trustedUntil,
    current,
  };
}

export function toSecurityEventList(page: ListPage<SecurityEvent>): SecurityEventList {
  const events = page.rows.map(({ type, at, ip, client, deviceId: device, reason }) => {
    return { type, at, ip, client, device, reason };
  });
  return { events, ...toPage(page) };
}

export class PageCodeRequest extends Request({
  next_url: f.text('INVALID_REDIRECT_URL', 'The URL of the product to which the browser goes with the code.'),
  code_challenge: f.codeChallenge(),
  acr: f.optional(f.choice(STRENGTHS, 'How strong the session must be: `aal2` with a second factor.')),
  max_age: f.optional(
    f.whole({ max: LAST_SECOND, description: 'How old the proof of that strength may be, in seconds.' }),
  ),
}) {}

export class IssuedPageCode extends Answer({
  code: t.string('Works once, and only with the verifier of the `code_challenge`.'),
  expiry: t.integer('Until when the code works, in UNIX epoch seconds.'),
}) {}

export function toIssuedPageCode({ token: code, expiresAt: expiry }: IssuedToken): IssuedPageCode {
  return { code, expiry };
}

export class SessionView extends Answer({
  session_id: t.uuid(),
  created_at: t.integer('The sign-in, in UNIX epoch seconds.'),
  last_used_at: t.integer(
    'The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. A refresh by a product counts for the session of the sign-in pages, too, with a precision of one hour.',
  ),
  expiry: t.integer('When the session ends without another use, in UNIX epoch seconds.'),
  ip: t.string('The client address that opened the session: of a product, that of its exchange of the code.'),
  user_agent: t.string('The `User-Agent` of the sign-in.'),
  method: t.oneOf(SIGN_IN_METHODS, 'The way to sign in; of a product, that of the session on the sign-in pages.'),
  parent_id: t.orNull(
    t.uuid(
      'The `session_id` of the session on the sign-in pages in which this one of a product began, and with which it ends; null for any other one.',
    ),
  ),
  current: t.boolean('Whether it is the session of this request.'),
}) {}

export class SessionList extends Answer({
  sessions: t.list(SessionView, 'Newest first.'),
}) {}

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
