import type { AccountFacts } from '@app/users';
import { IsClaims } from '../admin/users/claims-field.js';
import { MayBeLeftOut, OptionalBoolean, OptionalMetadata, OptionalSeconds, OptionalText } from '../input/fields.js';

/** What an earlier system says about a user. Other fields are ignored. */
export class MigratedUser {
  @OptionalText('INVALID_REQUEST', 'Any UUID. Default: a new one.')
  uid?: string;

  @OptionalBoolean('Whether the email is verified.')
  email_verified?: boolean;

  @OptionalMetadata()
  metadata?: string;

  @MayBeLeftOut()
  @IsClaims()
  claims?: string;

  @OptionalSeconds('When the account was created.')
  created_at?: number;
}

export function toMigratedFacts(email: string, user: MigratedUser): AccountFacts {
  const { uid, email_verified: emailVerified, metadata, claims, created_at: createdAt } = user;
  return { email, uid, emailVerified, metadata, claims, createdAt };
}
