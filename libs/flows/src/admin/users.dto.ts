import { SCOPES, type Scope, scopesIn } from '@app/admin';
import type { ListPage } from '@app/database';
import { failsWith, RefusesUnknownFields } from '@app/errors';
import type { AccountFacts, User, UserChanges } from '@app/users';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { toUser, UserView } from '../accounts/accounts.js';
import { CLAIMS_EXAMPLE, OptionalClaims } from '../input/claims-field.js';
import {
  Email,
  Maker,
  MayBeLeftOut,
  OptionalBoolean,
  OptionalChoice,
  OptionalEmail,
  OptionalMetadata,
  OptionalSeconds,
  OptionalText,
} from '../input/fields.js';
import { PageView, toPage } from '../input/page.dto.js';
import {
  ImportedIdentity,
  ImportedPasskey,
  ImportedTotp,
  isMfaEnabled,
  MOST_IDENTITIES,
  MOST_PASSKEYS,
  MOST_TOTP,
  OptionalFactors,
} from './imports/imported-factors.dto.js';
import type { CountedUser } from './user-search.js';

/** The optional scopes of a user who administers. */
function OptionalAdminScopes(): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', `admin_scopes must be a list of ${SCOPES.join(', ')}, each at most once`);
  return applyDecorators(
    MayBeLeftOut(),
    IsArray(form),
    ArrayUnique(form),
    IsIn(SCOPES, { each: true, ...form }),
    ApiPropertyOptional({
      enum: SCOPES,
      isArray: true,
      description:
        'What the user may do in the console; an empty list takes all away. Needs the scope `admins`, and each of these scopes.',
    }),
  );
}

/** Whether an administrator requires a second factor of a user. */
const MFA_CHOICES: User['mfa'][] = ['optional', 'required'];

@RefusesUnknownFields()
export class AdminCreateUserRequest {
  @Email()
  email!: string;

  @OptionalText('WEAK_PASSWORD', '8 to 256 characters, not easy to guess. Not together with `password_hash`.')
  password?: string;

  @OptionalText(
    'INVALID_HASH',
    'The hash of an existing password: bcrypt, argon2, PBKDF2, scrypt, SHA-crypt, PHPass and others, in the forms of ' +
      'docs/hash-formats.md. Without `password` and `password_hash` the user has no password.',
  )
  password_hash?: string;

  @OptionalBoolean('Whether the email counts as verified.')
  email_verified?: boolean;

  @OptionalBoolean('Whether a reader of the mailbox has proved the email. Default: the value of `email_verified`.', {})
  email_proved?: boolean;

  @OptionalBoolean('Whether the user may sign in.', { default: true })
  active?: boolean;

  @OptionalMetadata()
  metadata?: string;

  @OptionalClaims()
  claims?: string;

  @OptionalBoolean('Whether each sign-in needs a second factor. Default: whether there is a `totp`.', {})
  mfa_enabled?: boolean;

  @OptionalChoice(MFA_CHOICES, 'Whether the user must have a second factor. Default: `optional`.')
  mfa?: User['mfa'];

  @OptionalFactors(ImportedTotp, MOST_TOTP, 'Authenticator apps. The first sign-in by one shows new recovery codes.')
  totp?: ImportedTotp[];

  @OptionalFactors(ImportedPasskey, MOST_PASSKEYS, 'Passkeys.')
  passkeys?: ImportedPasskey[];

  @OptionalFactors(ImportedIdentity, MOST_IDENTITIES, 'Accounts at external providers, which sign the user in.')
  identities?: ImportedIdentity[];

  @OptionalText('INVALID_REQUEST', 'Any UUID. Default: a new one.')
  uid?: string;

  @OptionalSeconds('When the account was created, at most a day in the future. Default: now.')
  created_at?: number;
}

export function toAccountFacts(request: AdminCreateUserRequest): AccountFacts {
  const { email, password, active, metadata, claims, uid, mfa, email_proved: emailProved } = request;
  const { password_hash: passwordHash, email_verified: emailVerified, created_at: createdAt } = request;
  const factors = { mfa, mfaEnabled: isMfaEnabled(request) };
  const about = { metadata, claims, hasPasskey: (request.passkeys ?? []).length > 0 };
  return { email, password, passwordHash, emailVerified, emailProved, active, ...about, ...factors, uid, createdAt };
}

export class AdminCreatedUser {
  @ApiProperty({ format: 'uuid' })
  uid!: string;
}

export class AdminUpdateUserRequest {
  @OptionalEmail()
  email?: string;

  @OptionalBoolean('Whether the email counts as verified. By default a changed email does not.', {})
  email_verified?: boolean;

  @OptionalBoolean('Whether the user may sign in; false ends all sessions.', {})
  active?: boolean;

  @OptionalMetadata()
  metadata?: string;

  @OptionalClaims('Other services refuse the access tokens with the earlier claims within seconds. Sessions stay.')
  claims?: string;

  @OptionalChoice(MFA_CHOICES, 'Whether the user must have a second factor; `required` ends sessions without one.')
  mfa?: User['mfa'];

  @OptionalAdminScopes()
  admin_scopes?: string[];

  @OptionalText('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email. Ends all sessions.')
  password?: string;
}

export function toUserChanges({ email_verified: emailVerified, ...others }: AdminUpdateUserRequest): UserChanges {
  const { email, active, metadata, claims, mfa, admin_scopes: scopes, password } = others;
  return { email, emailVerified, active, metadata, claims, mfa, adminScopes: scopes?.sort().join(), password };
}

/** A line of an import: a body of `POST /users`, with the additional fields that an export writes. */
export class ImportRow extends AdminCreateUserRequest {
  /** The import that created the user in another database. Ignored: users belong to the import that creates them here. */
  @Allow()
  batch_id?: unknown;
}

export class AdminUserView extends UserView {
  @ApiProperty({ description: 'Whether the user has a password.' })
  has_password!: boolean;

  @ApiProperty({ description: 'Whether a reader of the mailbox has proved the email.' })
  email_proved!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'A new email that waits for its confirmation.' })
  email_pending!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many sessions can be refreshed.' })
  session_count!: number;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The import that created the account.' })
  batch_id!: string | null;

  @ApiProperty({ description: 'Whether each sign-in needs a second factor.' })
  mfa_enabled!: boolean;

  @ApiProperty({ enum: MFA_CHOICES, description: 'Whether an administrator requires a second factor of the user.' })
  mfa!: User['mfa'];

  @ApiProperty({
    description: 'What access tokens say about the user as `app`: a JSON object.',
    example: CLAIMS_EXAMPLE,
  })
  claims!: string;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'What the user may do in the console; empty for most users.',
  })
  admin_scopes!: Scope[];

  @Maker('without admin scopes, and if it is not known')
  admin_scopes_by!: string | null;

  @Maker('for a sign-up, unless by a link that an administrator has made')
  made_by!: string | null;
}

export function toAdminUser(user: CountedUser): AdminUserView {
  return {
    ...toUser(user),
    has_password: user.hasPassword,
    email_proved: user.emailProved,
    email_pending: user.emailPending,
    session_count: user.sessionCount,
    batch_id: user.batchId,
    mfa_enabled: user.mfaEnabled,
    mfa: user.mfa,
    claims: user.claims,
    admin_scopes: scopesIn(user.adminScopes),
    admin_scopes_by: user.adminScopes === '' ? null : (user.adminScopesBy ?? null),
    made_by: user.madeBy ?? null,
  };
}

export class AdminUserList extends PageView {
  @ApiProperty({ type: [AdminUserView] })
  users!: AdminUserView[];
}

export function toAdminUserList(page: ListPage<CountedUser>): AdminUserList {
  return { users: page.rows.map(toAdminUser), ...toPage(page) };
}
