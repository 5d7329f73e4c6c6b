import type { ErrorCode } from '@app/errors';

/** An authenticator app, as a line of an import has it. */
export interface TotpFields {
  secret: string;
  encoding: 'base32' | 'hex' | 'ascii';
  algorithm?: string;
  digits?: number;
  period?: number;
  name?: string;
}

/** An account at an external provider. */
export interface IdentityFields {
  /** The name of the provider in the source. */
  provider: string;
  subject: string;
  email?: string;
}

/** What a source says of a user, in the fields of an import. Times are seconds since the UNIX epoch. */
export interface UserFields {
  uid?: string;
  email?: string;
  password?: string;
  password_hash?: string;
  email_verified?: boolean;
  active?: boolean;
  created_at?: number;
  metadata?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  totp?: TotpFields[];
  /** False for a user whose authenticator app is switched off: it is not imported. */
  uses_totp?: boolean;
  passkeys?: Record<string, unknown>[];
  /** True for a user who needs one of the passkeys as the second step of a sign-in. */
  mfa_enabled?: boolean;
  identities?: IdentityFields[];
}

/** A part of a user that is not imported, with the reason. */
export interface Omission {
  /** Undefined for what has no counterpart here, such as a group, and is not wrong. */
  code?: ErrorCode;
  message: string;
  /** Whether it is the password that did not come. */
  isPassword?: boolean;
}

/** Why a user has no password here, and the other ways in: `passkey`, ids of providers, `email` and `MIGRATION_URL`. */
export interface WithoutPassword {
  code?: ErrorCode;
  reason: string;
  signIn: string[];
  /** Nothing lets a disabled user in. */
  isDisabled?: boolean;
}

/** A record that is no user to import, which is not a failure. */
export interface LeftOut {
  /** The id of the record: other records with it are left out, too. */
  id: string;
  leftOut: string;
}

/** What one record says of one user. Parts with the same id belong to the same user. */
export interface Part {
  /** Undefined for a user without an id, to whom no other record belongs. */
  id: string | undefined;
  /** Other ids by which records may name this user. A record with an id that two users have is refused. */
  names?: string[];
  /** False for a record that only adds to a user, such as an identity: another record must have the user. */
  isUser: boolean;
  fields: UserFields;
  omissions?: Omission[];
}

export const omission = (code: ErrorCode | undefined, message: string): Omission => ({ code, message });

export const passwordOmission = (code: ErrorCode | undefined, message: string): Omission => ({
  ...omission(code, message),
  isPassword: true,
});
