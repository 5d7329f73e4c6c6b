import { PersonColumn, ServiceColumn } from '@app/database';
import { Column, Entity, Index, VirtualColumn } from 'typeorm';

/**
 * A person who can sign in. Times are seconds since the UNIX epoch. The decorator of a column says who gets it in an export; a new user has
 * it from `GIVEN` or `FIRST` below, from who makes the account, or from the default of the column with `insert: false`.
 */
@Entity('users')
@Index('users_email_unique', ['email'], { unique: true })
@Index('users_hash_steps', ['hashSteps'])
@Index('users_last_login_uid', ['lastLogin', 'uid'])
@Index('users_batch_id', ['batchId', 'uid'])
@Index('users_made_by', ['madeBy', 'uid'])
@Index('users_email_verified', ['emailVerified', 'createdAt', 'uid'])
@Index('users_active_email_verified', ['active', 'emailVerified', 'createdAt', 'uid'])
@Index('users_active', ['active', 'createdAt', 'uid'])
@Index('users_created_at', ['createdAt', 'uid'])
@Index('users_mfa_enabled', ['mfaEnabled', 'createdAt', 'uid'])
@Index('users_list_password', ['listPassword', 'createdAt', 'uid'])
@Index('users_list_passkey', ['listPasskey', 'createdAt', 'uid'])
@Index('users_list_admin', ['listAdmin', 'createdAt', 'uid'])
export class User {
  @PersonColumn('varchar', { length: 36, primary: true })
  uid!: string;

  /** Unique, in lower case. */
  @PersonColumn('varchar', { length: 254 })
  email!: string;

  /** bcrypt or argon2id, or null for an account without a password. Read only by `UserPasswords.find()` and the export. */
  @Column('varchar', {
    name: 'password_hash',
    length: 255,
    nullable: true,
    select: false,
  })
  passwordHash!: string | null;

  /** `hashSteps()` of the hash: the time to verify it. Read only by `UserPasswords.matches()`. */
  @Column('int', { unsigned: true, name: 'hash_steps', nullable: true, select: false })
  hashSteps!: number | null;

  /** Whether the account has a password. Read only by `UserQueries` and the export. */
  @VirtualColumn({ type: 'boolean', select: false, query: (alias) => `${alias}.password_hash IS NOT NULL` })
  hasPassword?: boolean;

  /**
   * Grows by one with each change of the password, so that a sign-in can detect a change after its comparison. Above 0 without one, too,
   * once a person has proved the email here: see `hasCome()`.
   */
  @ServiceColumn('int', { unsigned: true, name: 'password_version', default: 0 })
  passwordVersion!: number;

  /** The newest change or reset of the password; 0 for the one that the account began with. */
  @PersonColumn('int', { unsigned: true, name: 'password_set_at', default: 0 })
  passwordSetAt!: number;

  @PersonColumn('boolean')
  active!: boolean;

  @PersonColumn('boolean', { name: 'email_verified' })
  emailVerified!: boolean;

  /**
   * Whether a person who reads the mailbox has acted on purpose: by a magic link, a reset token or the button of a
   * verification page. The claim of a client at sign-up is no proof, nor is a link that a mail scanner may have followed.
   */
  @PersonColumn('boolean', { name: 'email_proved', default: false })
  emailProved!: boolean;

  /** Whether only the client of the sign-up has said that the email is verified: it may belong to another person. */
  @PersonColumn('boolean', { name: 'email_claimed', default: false })
  emailClaimed!: boolean;

  /** JSON text, kept byte for byte. */
  @PersonColumn('text')
  metadata!: string;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'last_login', nullable: true })
  lastLogin!: number | null;

  /** The number of sign-ins, for the export of a person. Each one changes the row: see `SignInService.record()`. */
  @PersonColumn('int', { unsigned: true, default: 0, name: 'sign_ins', select: false, insert: false, update: false })
  signIns?: number;

  /** What access tokens say about the user as `app`: a JSON object as text, kept byte for byte. */
  @PersonColumn('varchar', { length: 1_024, default: '{}' })
  claims!: string;

  /** The second of the newest change of the claims: tokens with the earlier ones were issued until then. 0 without a change. */
  @ServiceColumn('int', { unsigned: true, name: 'claims_changed_at', default: 0 })
  claimsChangedAt!: number;

  /** Whether each sign-in needs a second factor. */
  @PersonColumn('boolean', { name: 'mfa_enabled', default: false })
  mfaEnabled!: boolean;

  /** Since when sign-ins need a second factor, or did until `mfaDisabledAt`. A pause of a day at most does not count: see `UserFactors`. */
  @PersonColumn('int', { unsigned: true, name: 'mfa_enabled_at', default: 0 })
  mfaEnabledAt!: number;

  /** When that was last switched off, or a demanded factor was removed; 0 for never, and after the owner has answered a theft. */
  @PersonColumn('int', { unsigned: true, name: 'mfa_disabled_at', default: 0 })
  mfaDisabledAt!: number;

  /** Whether an administrator requires a second factor of this user. */
  @PersonColumn('varchar', { length: 10, default: 'optional' })
  mfa!: 'optional' | 'required';

  /** When a required factor must be there at the latest; null until the first sign-in that requires one. */
  @PersonColumn('int', { unsigned: true, name: 'mfa_due_at', nullable: true })
  mfaDueAt!: number | null;

  /** Grows with each event that ends sign-ins under way and the trust in devices, and with each change of the factors: see `Rung`. */
  @ServiceColumn('int', { unsigned: true, name: 'rung_1', default: 0 })
  rung1!: number;

  /** The same for reset tokens. */
  @ServiceColumn('int', { unsigned: true, name: 'rung_2', default: 0 })
  rung2!: number;

  /** The same for verification links. */
  @ServiceColumn('int', { unsigned: true, name: 'rung_3', default: 0 })
  rung3!: number;

  /** The same for API keys, admin tokens, known devices and client addresses. */
  @ServiceColumn('int', { unsigned: true, name: 'rung_4', default: 0 })
  rung4!: number;

  /** Wrong second factors since the last right one, of all kinds together. */
  @ServiceColumn('int', { unsigned: true, name: 'factor_failures', default: 0 })
  factorFailures!: number;

  /** The user handle of new passkeys: random bytes in base64url, since authenticators may show it; null without passkeys. */
  @ServiceColumn('varchar', { name: 'passkey_handle', length: 86, nullable: true })
  passkeyHandle!: string | null;

  /**
   * The providers of which the user has lost an identity on purpose, separated by blanks; null for none. No identity there is linked by
   * its address alone: see `hasUnlinked()`.
   */
  @PersonColumn('text', { name: 'unlinked_providers', nullable: true })
  unlinkedProviders!: string | null;

  /** What the user may do in the admin API, separated by commas; empty for a user who does not administer. */
  @PersonColumn('varchar', { name: 'admin_scopes', length: 120, default: '' })
  adminScopes!: string;

  /** The administrator who gave the scopes last, as the actor of events, and when. */
  @ServiceColumn('varchar', { name: 'admin_scopes_by', length: 60, nullable: true, select: false, insert: false })
  adminScopesBy?: string | null;

  @ServiceColumn('int', { unsigned: true, name: 'admin_scopes_at', nullable: true, select: false, insert: false })
  adminScopesAt?: number | null;

  /** The administrator who made the account, as the actor of events; null for a sign-up. */
  @ServiceColumn('varchar', { name: 'made_by', length: 60, nullable: true, select: false })
  madeBy!: string | null;

  /** When it was made, if who made it could sign in at once; else null. */
  @ServiceColumn('int', { unsigned: true, name: 'made_open_at', nullable: true, select: false })
  madeOpenAt!: number | null;

  /** Grows by one with each change of the address or of its verification. */
  @ServiceColumn('int', { unsigned: true, name: 'address_version', default: 0 })
  addressVersion!: number;

  /** The last other address that was proved, and until when emails go there, too. */
  @PersonColumn('varchar', { name: 'email_before', length: 254, nullable: true, select: false, insert: false })
  emailBefore?: string | null;

  @PersonColumn('int', { unsigned: true, name: 'email_before_until', nullable: true, select: false, insert: false })
  emailBeforeUntil?: number | null;

  /** The import that created the account; null for any other account. */
  @ServiceColumn('varchar', { name: 'batch_id', length: 36, nullable: true })
  batchId!: string | null;

  /** Whether there is a password hash. Only the filters of lists read it, by its index. */
  @ServiceColumn('boolean', { name: 'list_password', default: false, select: false })
  listPassword!: boolean;

  /** Whether there is a passkey. Only the filters of lists read it. */
  @ServiceColumn('boolean', { name: 'list_passkey', default: false, select: false })
  listPasskey!: boolean;

  /** Whether there are admin scopes. Only the filters of lists and `countAdministrators()` read it, by its index. */
  @ServiceColumn('boolean', { name: 'list_admin', default: false, select: false })
  listAdmin!: boolean;
}

/** What who makes an account may say of it, and what holds otherwise. */
export const GIVEN = {
  emailClaimed: false,
  active: true,
  metadata: '{}',
  claims: '{}',
  mfaEnabled: false,
  mfa: 'optional' as User['mfa'],
  batchId: null as string | null,
  listPasskey: false,
  passwordVersion: 0,
  unlinkedProviders: null as string | null,
  madeBy: null as string | null,
  madeOpenAt: null as number | null,
};

/** What every account begins with. */
export const FIRST = {
  claimsChangedAt: 0,
  passwordSetAt: 0,
  addressVersion: 0,
  lastLogin: null,
  ...{ mfaEnabledAt: 0, mfaDisabledAt: 0, mfaDueAt: null, factorFailures: 0, passkeyHandle: null },
  adminScopes: '',
  ...{ rung1: 0, rung2: 0, rung3: 0, rung4: 0 },
};

/**
 * Whether the person of an account has come: has signed in by any way, proved the email, or changed or lost a password. The passwords
 * of the earlier system (`MIGRATION_URL`) are for those who have not: a leaked old one must open no account that its owner uses.
 */
export function hasCome({ passwordVersion, lastLogin }: Pick<User, 'passwordVersion' | 'lastLogin'>): boolean {
  return passwordVersion > 0 || lastLogin !== null;
}

/** The providers of which an identity was unlinked. */
export function unlinkedOf({ unlinkedProviders }: Pick<User, 'unlinkedProviders'>): string[] {
  return unlinkedProviders?.split(' ') ?? [];
}

/** The same as the column has them. */
export function toUnlinked(providerIds: string[]): string | null {
  return providerIds.length === 0 ? null : [...new Set(providerIds)].join(' ');
}

/** Whether an identity of a provider was unlinked: then one comes back by the signed-in user or an email code, and not by its address. */
export function hasUnlinked(user: Pick<User, 'unlinkedProviders'>, providerId: string): boolean {
  return unlinkedOf(user).includes(providerId);
}
