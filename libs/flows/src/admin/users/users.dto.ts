import { RefusesUnknownFields } from '@app/errors';
import type { AccountFacts, User, UserChanges } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import {
  Email,
  OptionalBoolean,
  OptionalChoice,
  OptionalEmail,
  OptionalMetadata,
  OptionalSeconds,
  OptionalText,
} from '../../input/fields.js';
import { isMfaEnabled, MOST_PASSKEYS, MOST_TOTP, OptionalFactors } from '../imported-factors/imported-factors.dto.js';
import { ImportedIdentity, MOST_IDENTITIES } from '../imported-factors/imported-identity.dto.js';
import { ImportedPasskey } from '../imported-factors/imported-passkey.dto.js';
import { ImportedTotp } from '../imported-factors/imported-totp.dto.js';
import { OptionalAdminScopes } from './admin-scopes-field.js';
import { OptionalClaims } from './claims-field.js';

/** Whether an administrator requires a second factor of a user. */
export const MFA_CHOICES: User['mfa'][] = ['optional', 'required'];

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
