import type { ListPage } from '@app/database';
import type { Identity } from '@app/federation';
import type { AdminFactorOverview, Impersonation, MadeLink } from '@app/flows';
import type { LinkPurpose, Session } from '@app/tokens';
import { OmitType } from '@nestjs/swagger';
import { FactorView, toFactorViews } from '../factors/factors.dto.js';
import { SessionView, toSessionView } from '../sessions/session.dto.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageView, toPage } from '../wire/parameters.dto.js';

export class AdminIdentityView extends Answer({
  identity_id: t.uuid(),
  provider: t.string('The id of the provider.'),
  subject: t.string('The id of the person at the provider.'),
  email: t.orNull(t.string('The address that the provider named last.')),
  created_at: t.time(),
  last_used_at: t.timeOrNull('if never'),
}) {}

export class AdminIdentityList extends Answer({
  identities: t.list(AdminIdentityView, 'Oldest first.'),
}) {}

export function toAdminIdentity(identity: Identity): AdminIdentityView {
  return viewOf(AdminIdentityView, { ...identity, provider: identity.providerId });
}

const LEAST_SECONDS = 60;
const MOST_SECONDS = 900;
const DEFAULT_SECONDS = 600;

export class ImpersonateRequest extends Request({
  reason: f.reason(),
  expires_in: f.initially(
    f.whole(
      { min: LEAST_SECONDS, max: MOST_SECONDS, description: 'How long the access token works, in seconds.' },
      `expires_in must be ${LEAST_SECONDS} to ${MOST_SECONDS} seconds`,
    ),
    DEFAULT_SECONDS,
  ),
}) {}

export class ImpersonationView extends Answer({
  uid: t.uuid(),
  token: t.string('An access token of the user, whose claim `act` names the admin token.'),
  expiry: t.integer('When the access token expires, in UNIX epoch seconds.'),
  session_id: t.uuid('The session in the list of the user. Its end invalidates the access token.'),
}) {}

export function toImpersonation({ uid, token, expiry, sessionId }: Impersonation): ImpersonationView {
  return { uid, token, expiry, session_id: sessionId };
}

const TYPES: LinkPurpose[] = ['magic_link', 'verify_email', 'reset_password'];

export class CreateLinkRequest extends Request({
  type: f.choice(TYPES, 'The purpose of the link.'),
  email: f.email(),
  next_url: f.optional(
    f.text('INVALID_REDIRECT_URL', 'The final target of a magic or verification link. Default: APP_URL.'),
  ),
  reset_url: f.optional(
    f.text('INVALID_REDIRECT_URL', 'The target of a reset link, to which `token` is appended. Default: APP_URL.'),
  ),
  sign_up: f.flag('Whether following a magic link creates a user if the address has none.'),
}) {}

export class CreatedLink extends Answer({
  link: t.string({ format: 'uri', description: 'The URL, as it would be mailed.' }),
  token: t.string('The token in the link. That of a reset link can be the `old_password` of change-password.'),
  expiry: t.integer('When the link expires, in UNIX epoch seconds.'),
}) {}

export function toCreatedLink({ link, token, expiresAt }: MadeLink): CreatedLink {
  return { link, token, expiry: expiresAt };
}

/** Without `current`: no session belongs to an administrator's request. */
class AdminSessionView extends OmitType(SessionView, ['current']) {}

export class AdminSessionList extends Answer(PageView, {
  sessions: t.list(AdminSessionView, 'Newest first.'),
}) {}

export function toAdminSessionList(page: ListPage<Session>): AdminSessionList {
  return { sessions: page.rows.map(toAdminSession), ...toPage(page) };
}

function toAdminSession(session: Session): AdminSessionView {
  const { current: _, ...view } = toSessionView(session, '');
  return view;
}

export class RevokedSessions extends Answer({
  revoked: t.integer('How many sessions have ended.'),
}) {}

export class ResetFactorsRequest extends Request({
  reason: f.reason(),
  passkeys: f.flag('Whether passkeys are removed, too.'),
  identities: f.flag('Whether identities at external providers are unlinked, too.'),
}) {}

export class FactorResetView extends Answer({
  due_at: t.integer('When the factors are removed, in UNIX epoch seconds.'),
}) {}

export class AdminFactorsView extends Answer({
  factors: t.list(FactorView),
  recovery_codes_left: t.integer(),
  mfa_enabled: t.boolean('Whether each sign-in needs a second factor.'),
  reset_due_at: t.orNull(t.integer('When a reset that waits removes the factors, in UNIX epoch seconds.')),
}) {}

export function toAdminFactors(overview: AdminFactorOverview): AdminFactorsView {
  return {
    factors: toFactorViews(overview),
    recovery_codes_left: overview.recoveryCodesLeft,
    mfa_enabled: overview.mfaEnabled,
    reset_due_at: overview.resetDueAt,
  };
}
