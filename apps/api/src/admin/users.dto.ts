import { SCOPES, scopesIn } from '@app/admin';
import type { ListPage } from '@app/database';
import { failsWith, ListOfObjects, RefusesUnknownFields } from '@app/errors';
import { SECRET_ENCODINGS, TOTP_ALGORITHMS, TRANSPORTS } from '@app/factors';
import {
  BULK_ACTIONS,
  type BulkSlice,
  type CountedUser,
  LONGEST_PERIOD,
  type SearchFilter,
  SHORTEST_PERIOD,
  TOTP_DIGITS,
} from '@app/flows';
import { type AccountFacts, MAX_CLAIMS_BYTES, type User, type UserChanges } from '@app/users';
import type { Type } from '@nestjs/common';
import { ArrayUnique, IsArray, IsIn, Matches } from 'class-validator';
import { UserView } from '../accounts/account.dto.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { asStoredEmail, CLAIMS_EXAMPLE, f, Request } from '../wire/fields.dto.js';
import { PageView, q, toPage } from '../wire/parameters.dto.js';

/** The scopes of a user who administers. */
function adminScopes() {
  const form = failsWith('INVALID_REQUEST', `admin_scopes must be a list of ${SCOPES.join(', ')}, each at most once`);
  return f.any<string[]>(
    {
      enum: SCOPES,
      isArray: true,
      description:
        'What the user may do in the console; an empty list takes all away. Needs the scope `admins`, and each of these scopes.',
    },
    IsArray(form),
    ArrayUnique(form),
    IsIn(SCOPES, { each: true, ...form }),
  );
}

/** The providers of which a user has unlinked an identity. They need not be here any more. */
function unlinkedProviders() {
  const form = failsWith('INVALID_REQUEST', 'unlinked_providers must be a list of ids of providers, each at most once');
  return f.any<string[]>(
    {
      type: [String],
      description: 'Providers of which no identity is linked by its address alone, since the user has unlinked one.',
    },
    IsArray(form),
    ArrayUnique(form),
    Matches(/^[a-z0-9-]{1,32}$/, { each: true, ...form }),
  );
}

/** Whether an administrator requires a second factor of a user. */
const MFA_CHOICES: User['mfa'][] = ['optional', 'required'];

/** A user can add as many. */
const MOST_TOTP = 5;
const MOST_PASSKEYS = 20;
const MOST_IDENTITIES = 20;

/** An authenticator app in a line of an import. */
class ImportedTotp extends Answer({
  secret: t.string('At least 80 bits.'),
  encoding: t.optional(t.oneOf(SECRET_ENCODINGS, { default: 'base32' })),
  algorithm: t.optional(t.oneOf(TOTP_ALGORITHMS, { default: 'SHA1' })),
  digits: t.optional(t.any<number>({ type: 'integer', enum: TOTP_DIGITS, default: 6 })),
  period: t.optional(
    t.integer({ minimum: SHORTEST_PERIOD, maximum: LONGEST_PERIOD, default: 30, description: 'Seconds.' }),
  ),
  name: t.optional(t.string({ maxLength: 100, default: 'Authenticator app' })),
}) {}

/** A passkey in a line of an import. */
class ImportedPasskey extends Answer({
  credential_id: t.string('In base64url.'),
  public_key: t.string('The COSE key in base64url: ES256, EdDSA or RS256.'),
  handle: t.string('The user handle in base64url.'),
  rp_id: t.string('The relying party id for which the passkey was made.'),
  counter: t.optional(t.integer({ default: 0 })),
  backup_eligible: t.boolean('Whether the passkey may be copied to other devices.'),
  synced: t.optional(t.boolean({ default: false, description: 'Whether the passkey has been copied.' })),
  transports: t.optional(t.any<string[]>({ type: [String], enum: TRANSPORTS })),
  aaguid: t.optional(t.uuid('The model of the authenticator.')),
  name: t.optional(t.string({ maxLength: 100, default: 'Passkey' })),
}) {}

/** An account at an external provider, in a line of an import. */
class ImportedIdentity extends Answer({
  provider: t.string('The id of the provider.'),
  subject: t.string({
    maxLength: 255,
    description: 'Its `sub`; of Entra the `oid`, of GitHub the number of the account.',
  }),
  tenant: t.optional(t.uuid('Of Entra: the `tid`. Left out where the issuer names the tenant.')),
  key: t.optional(t.string('What an export writes where the provider does not give it.')),
  email: t.optional(t.string({ format: 'email', description: 'The address at the provider. It decides nothing.' })),
}) {}

/** A list of factors. Their fields are checked by `toNewFactors()`, which can name the wrong one. */
function factors<T>(type: Type<T>, most: number, description: string) {
  return f.any<T[]>({ type: [type], maxItems: most, description }, ListOfObjects(most, failsWith('INVALID_FACTOR')));
}

const MAX_EMAIL_LENGTH = 254;
@RefusesUnknownFields()
export class AdminCreateUserRequest extends Request({
  email: f.email(),
  password: f.optional(
    f.text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess. Not together with `password_hash`.'),
  ),
  password_hash: f.optional(
    f.text(
      'INVALID_HASH',
      'The hash of an existing password: bcrypt, argon2, PBKDF2, scrypt, SHA-crypt, PHPass and others, in the forms of ' +
        'docs/hash-formats.md. Without `password` and `password_hash` the user has no password.',
    ),
  ),
  email_verified: f.flag('Whether the email counts as verified.'),
  email_proved: f.optional(
    f.boolean('Whether a reader of the mailbox has proved the email. Default: the value of `email_verified`.'),
  ),
  email_claimed: f.flag(
    'Whether only the client of a sign-up has called the email verified: its mailbox then gets no notices. Has no effect on one that is proved or not verified.',
  ),
  active: f.flag('Whether the user may sign in.', true),
  metadata: f.optional(f.metadata()),
  claims: f.optional(f.claims()),
  mfa_enabled: f.optional(f.boolean('Whether each sign-in needs a second factor. Default: whether there is a `totp`.')),
  mfa: f.optional(f.choice(MFA_CHOICES, 'Whether the user must have a second factor. Default: `optional`.')),
  totp: f.optional(
    factors(ImportedTotp, MOST_TOTP, 'Authenticator apps. The first sign-in by one shows new recovery codes.'),
  ),
  passkeys: f.optional(factors(ImportedPasskey, MOST_PASSKEYS, 'Passkeys.')),
  identities: f.optional(
    factors(ImportedIdentity, MOST_IDENTITIES, 'Accounts at external providers, which sign the user in.'),
  ),
  unlinked_providers: f.optional(unlinkedProviders()),
  migration_closed: f.flag(
    'Whether `MIGRATION_URL` is never asked for the password of the user. An export says so of users who have come: who have signed in, proved the email or had a password.',
  ),
  uid: f.optional(f.text('INVALID_REQUEST', 'Any UUID. Default: a new one.')),
  created_at: f.optional(f.seconds('When the account was created, at most a day in the future. Default: now.')),
}) {}

export function toAccountFacts(request: AdminCreateUserRequest): AccountFacts {
  const { email, password, active, metadata, claims, uid, mfa, email_proved: emailProved } = request;
  const { password_hash: passwordHash, email_verified: emailVerified, created_at: createdAt } = request;
  // Like a user who adds an authenticator app, an imported user with one needs it from then on. A passkey alone is optional.
  const factors = { mfa, mfaEnabled: request.mfa_enabled ?? (request.totp ?? []).length > 0 };
  const hasPasskey = (request.passkeys ?? []).length > 0;
  const about = { metadata, claims, hasPasskey };
  const before = {
    emailClaimed: request.email_claimed,
    migrationClosed: request.migration_closed,
    unlinkedProviders: request.unlinked_providers,
  };
  return {
    email,
    password,
    passwordHash,
    emailVerified,
    emailProved,
    active,
    ...about,
    ...before,
    ...factors,
    uid,
    createdAt,
  };
}

export class AdminCreatedUser extends Answer({
  uid: t.uuid(),
}) {}

export class AdminUpdateUserRequest extends Request({
  email: f.optional(f.email()),
  email_verified: f.optional(f.boolean('Whether the email counts as verified. By default a changed email does not.')),
  active: f.optional(f.boolean('Whether the user may sign in; false ends all sessions.')),
  metadata: f.optional(f.metadata()),
  claims: f.optional(
    f.claims('Other services refuse the access tokens with the earlier claims within seconds. Sessions stay.'),
  ),
  mfa: f.optional(
    f.choice(
      MFA_CHOICES,
      'Whether the user must have a second factor; `required` ends sessions without one. After `optional`, sign-ins go on asking for a factor that is there, until the user switches it off.',
    ),
  ),
  admin_scopes: f.optional(adminScopes()),
  password: f.optional(
    f.text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email. Ends all sessions.'),
  ),
}) {}

export function toUserChanges({ email_verified: emailVerified, ...others }: AdminUpdateUserRequest): UserChanges {
  const { email, active, metadata, claims, mfa, admin_scopes: scopes, password } = others;
  return { email, emailVerified, active, metadata, claims, mfa, adminScopes: scopes?.sort().join(), password };
}

export class AdminUserView extends Answer(UserView, {
  has_password: t.boolean('Whether the user has a password.'),
  email_proved: t.boolean('Whether a reader of the mailbox has proved the email.'),
  email_pending: t.orNull(t.string('A new email that waits for its confirmation.')),
  session_count: t.integer('How many sessions can be refreshed.'),
  batch_id: t.orNull(t.uuid('The import that created the account.')),
  mfa_enabled: t.boolean('Whether each sign-in needs a second factor.'),
  mfa: t.oneOf(MFA_CHOICES, 'Whether an administrator requires a second factor of the user.'),
  claims: t.string({
    description: 'What access tokens say about the user as `app`: a JSON object.',
    example: CLAIMS_EXAMPLE,
  }),
  admin_scopes: t.someOf(SCOPES, 'What the user may do in the console; empty for most users.'),
  admin_scopes_by: t.maker('without admin scopes, and if it is not known'),
  made_by: t.maker('for a sign-up, unless by a link that an administrator has made'),
}) {}

export function toAdminUser(user: CountedUser): AdminUserView {
  return viewOf(AdminUserView, {
    ...user,
    adminScopes: scopesIn(user.adminScopes),
    adminScopesBy: user.adminScopes === '' ? null : (user.adminScopesBy ?? null),
    madeBy: user.madeBy ?? null,
  });
}

export class AdminUserList extends Answer(PageView, {
  users: t.list(AdminUserView),
}) {}

export function toAdminUserList(page: ListPage<CountedUser>): AdminUserList {
  return { users: page.rows.map(toAdminUser), ...toPage(page) };
}

const ORDERS = ['created_at', '-created_at'] as const;

const ORDER_TEXT =
  'Oldest or newest first. Default: newest first; a search is sorted by email, and a list with no other filter than `last_login_before` or `last_login_after` by the last sign-in, latest first.';

/** The filters of a list of users, and its order. */
export class UserFilterQuery extends Request({
  email: q.address('The exact email, case-insensitive.'),
  search: q.printable(
    'The beginning of the email, case-insensitive. Of an international domain it ends with a whole label.',
    MAX_EMAIL_LENGTH,
    asStoredEmail,
  ),
  email_contains: q.printable('A part of the email, case-insensitive.', MAX_EMAIL_LENGTH),
  active: q.flag('Whether the user may sign in.'),
  email_verified: q.flag('Whether the email is verified.'),
  created_after: q.seconds('Created in this second or later'),
  created_before: q.seconds('Created before this second'),
  role: q.text('One of the `roles` in the claims, case-sensitive.', MAX_CLAIMS_BYTES),
  admin_scopes: q.flag('Whether the user has admin scopes.'),
  mfa_enabled: q.flag('Whether each sign-in needs a second factor.'),
  has_password: q.flag('Whether the user has a password.'),
  has_passkey: q.flag('Whether the user has a passkey.'),
  provider: q.text('The id of an external provider at which the user has an identity.'),
  last_login_before: q.seconds('Last signed in before this second. Leaves out users who have never signed in'),
  last_login_after: q.seconds('Last signed in in this second or later. Leaves out users who have never signed in'),
  order: f.optional(f.choice(ORDERS, ORDER_TEXT)),
}) {}

export class UserQuery extends Request(UserFilterQuery, {
  limit: q.limit(),
  cursor: q.cursor(),
}) {}

export function toUserFilter({ email, search, active, role, provider, ...query }: UserFilterQuery): SearchFilter {
  return {
    email,
    search,
    active,
    role,
    provider,
    emailContains: query.email_contains,
    emailVerified: query.email_verified,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    adminScopes: query.admin_scopes,
    mfaEnabled: query.mfa_enabled,
    hasPassword: query.has_password,
    hasPasskey: query.has_passkey,
    lastLoginBefore: query.last_login_before,
    lastLoginAfter: query.last_login_after,
  };
}

/** A filter that the service does not know would select more users than the client means. */
@RefusesUnknownFields()
export class BulkRequest extends Request(UserFilterQuery, {
  action: f.choice(BULK_ACTIONS),
  dry_run: f.flag('Only count what would happen.'),
  limit: q.limit('The maximum number of users of this call.'),
  cursor: q.cursor(),
}) {}

export class BulkResult extends Answer(PageView, {
  changed: t.integer('How many users were changed; in a dry run, how many would be.'),
  unchanged: t.integer('How many users were so already, or no longer met the filter.'),
  skipped: t.integer(
    'How many users were left out: the administrator, and users with a scope that the administrator lacks.',
  ),
}) {}

export function toBulkResult({ nextCursor, ...counts }: BulkSlice): BulkResult {
  return { ...counts, ...toPage({ nextCursor }) };
}
