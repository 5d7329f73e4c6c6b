import type { PendingTotp } from '@app/factors';
import { type Enrolled, type FactorOverview, FactorView, toFactorViews } from '@app/flows';
import { ApiProperty, ApiPropertyOptional, IntersectionType, PartialType } from '@nestjs/swagger';
import { SignedIn } from '../sessions/session.dto.js';
import { toMfaSignedIn } from './mfa.dto.js';

const CODES = 'Recovery codes: shown only now, each works once.';

export class NewRecoveryCodes {
  @ApiPropertyOptional({ type: [String], description: CODES })
  recovery_codes?: string[];
}

/** An empty answer if there are no new codes. */
export function toRecoveryCodes(codes: string[] | undefined): NewRecoveryCodes | undefined {
  return codes && { recovery_codes: codes };
}

/** For a signed-in user the recovery codes, if they are new; for a sign-in that had to wait, its tokens, too. */
export class EnrolledFactor extends IntersectionType(NewRecoveryCodes, PartialType(SignedIn)) {}

export function toEnrolledFactor({ user, tokens, recoveryCodes }: Enrolled): EnrolledFactor | undefined {
  if (tokens) return toMfaSignedIn({ user, tokens, recoveryCodes });
  return toRecoveryCodes(recoveryCodes);
}

export class NewTotp {
  @ApiProperty({ format: 'uuid' })
  factor_id!: string;

  @ApiProperty({ description: 'The secret in base32, for apps without a camera.' })
  secret!: string;

  @ApiProperty({ description: 'The `otpauth://` URI that a QR code shows to the app.' })
  uri!: string;

  @ApiProperty({ type: 'integer', description: 'Until when the first code must come, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toNewTotp({ factorId, secret, uri, expiresAt }: PendingTotp): NewTotp {
  return { factor_id: factorId, secret, uri, expiry: expiresAt };
}

export class MfaView {
  @ApiProperty({ description: 'Whether each sign-in needs a second factor.' })
  enabled!: boolean;

  @ApiProperty({ description: 'Whether the service or an administrator requires a second factor.' })
  required!: boolean;

  @ApiProperty({ type: 'integer' })
  recovery_codes_left!: number;

  @ApiProperty({ type: [FactorView] })
  factors!: FactorView[];
}

export function toMfaView({ enabled, required, recoveryCodesLeft, totp, passkeys }: FactorOverview): MfaView {
  return { enabled, required, recovery_codes_left: recoveryCodesLeft, factors: toFactorViews({ totp, passkeys }) };
}
