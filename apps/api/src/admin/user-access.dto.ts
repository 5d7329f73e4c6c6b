import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import type { Identity } from '@app/federation';
import type { AdminFactorOverview, Impersonation, MadeLink } from '@app/flows';
import type { LinkPurpose, Session } from '@app/tokens';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { FactorView, toFactorViews } from '../factors/factors.dto.js';
import { SessionView, toSessionView } from '../sessions/session.dto.js';
import { Answer, t } from '../wire/answers.dto.js';
import { Email, MayBeLeftOut, OptionalBoolean, OptionalText, Reason } from '../wire/fields.dto.js';
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
  const { identityId, providerId, subject, email, createdAt, lastUsedAt } = identity;
  return {
    identity_id: identityId,
    provider: providerId,
    subject,
    email,
    created_at: createdAt,
    last_used_at: lastUsedAt,
  };
}

const LEAST_SECONDS = 60;
const MOST_SECONDS = 900;
export const DEFAULT_SECONDS = 600;
const LIFETIME = failsWith('INVALID_REQUEST', `expires_in must be ${LEAST_SECONDS} to ${MOST_SECONDS} seconds`);

export class ImpersonateRequest {
  @Reason()
  reason!: string;

  @MayBeLeftOut()
  @IsInt(LIFETIME)
  @Min(LEAST_SECONDS, LIFETIME)
  @Max(MOST_SECONDS, LIFETIME)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: LEAST_SECONDS,
    maximum: MOST_SECONDS,
    default: DEFAULT_SECONDS,
    description: 'How long the access token works, in seconds.',
  })
  expires_in?: number;
}

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

export class CreateLinkRequest {
  @IsIn(TYPES, failsWith('INVALID_REQUEST', `type must be one of ${TYPES.join(', ')}`))
  @ApiProperty({ enum: TYPES, description: 'The purpose of the link.' })
  type!: LinkPurpose;

  @Email()
  email!: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The final target of a magic or verification link. Default: APP_URL.')
  next_url?: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The target of a reset link, to which `token` is appended. Default: APP_URL.')
  reset_url?: string;

  @OptionalBoolean('Whether following a magic link creates a user if the address has none.')
  sign_up?: boolean;
}

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

export class AdminSessionList extends Answer(
  {
    sessions: t.list(AdminSessionView, 'Newest first.'),
  },
  PageView,
) {}

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

export class ResetFactorsRequest {
  @Reason()
  reason!: string;

  @OptionalBoolean('Whether passkeys are removed, too.')
  passkeys?: boolean;

  @OptionalBoolean('Whether identities at external providers are unlinked, too.')
  identities?: boolean;
}

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
