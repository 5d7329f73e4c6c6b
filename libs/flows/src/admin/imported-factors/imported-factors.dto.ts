import { ApiError, failsWith, ListOfObjects } from '@app/errors';
import { credentialsOf, type NewFactors } from '@app/factors';
import type { User } from '@app/users';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { MayBeLeftOut } from '../../input/fields.js';
import { type ImportedPasskey, toImportedPasskey, toNewPasskey } from './imported-passkey.dto.js';
import { type ImportedTotp, toImportedTotp, toNewTotp } from './imported-totp.dto.js';

/** A user can add as many. */
export const MOST_TOTP = 5;
export const MOST_PASSKEYS = 20;

/** The fields of a user that say which second factors it has. */
export interface FactorFields {
  mfa_enabled?: boolean;
  mfa?: User['mfa'];
  totp?: ImportedTotp[];
  passkeys?: ImportedPasskey[];
}

/** A list of factors. Their fields are checked by `toNewFactors()`, which can name the wrong one. */
export function OptionalFactors(type: Type, most: number, description: string): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    ListOfObjects(most, failsWith('INVALID_FACTOR')),
    ApiPropertyOptional({ type: [type], maxItems: most, description }),
  );
}

/** @throws {ApiError} INVALID_FACTOR */
export function toNewFactors({ mfa_enabled, totp = [], passkeys = [] }: FactorFields): NewFactors {
  const factors = {
    totp: totp.map((fields, index) => toNewTotp(fields, `totp[${index}]`)),
    passkeys: passkeys.map((fields, index) => toNewPasskey(fields, `passkeys[${index}]`)),
  };
  // Otherwise no sign-in could ever succeed.
  if (mfa_enabled && totp.length + passkeys.length === 0)
    throw new ApiError('INVALID_FACTOR', 'mfa_enabled must not be true without totp or passkeys.');
  const credentials = credentialsOf(factors);
  if (new Set(credentials).size < credentials.length)
    throw new ApiError('INVALID_FACTOR', 'passkeys must not have the same credential_id twice.');
  return factors;
}

/** Like a user who adds an authenticator app, an imported user with one needs it from then on. A passkey alone is optional. */
export function isMfaEnabled({ mfa_enabled, totp = [] }: FactorFields): boolean {
  return mfa_enabled ?? totp.length > 0;
}

/** The fields for a line of an export. */
export function toFactorFields({ mfaEnabled }: User, { totp, passkeys }: NewFactors): FactorFields {
  return {
    mfa_enabled: mfaEnabled,
    totp: totp.length > 0 ? totp.map(toImportedTotp) : undefined,
    passkeys: passkeys.length > 0 ? passkeys.map(toImportedPasskey) : undefined,
  };
}
