import { ApiProperty } from '@nestjs/swagger';
import { FactorView, toFactorViews } from '../factors/own-factors.js';
import { OptionalBoolean } from '../input/fields.js';
import { Reason } from '../input/reason.js';
import type { AdminFactorOverview } from './user-access.service.js';

export class ResetFactorsRequest {
  @Reason()
  reason!: string;

  @OptionalBoolean('Whether passkeys are removed, too.')
  passkeys?: boolean;

  @OptionalBoolean('Whether identities at external providers are unlinked, too.')
  identities?: boolean;
}

export class FactorResetView {
  @ApiProperty({ type: 'integer', description: 'When the factors are removed, in UNIX epoch seconds.' })
  due_at!: number;
}

export class AdminFactorsView {
  @ApiProperty({ type: [FactorView] })
  factors!: FactorView[];

  @ApiProperty({ type: 'integer' })
  recovery_codes_left!: number;

  @ApiProperty({ description: 'Whether each sign-in needs a second factor.' })
  mfa_enabled!: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When a reset that waits removes the factors, in UNIX epoch seconds.',
  })
  reset_due_at!: number | null;
}

export function toAdminFactors(overview: AdminFactorOverview): AdminFactorsView {
  return {
    factors: toFactorViews(overview),
    recovery_codes_left: overview.recoveryCodesLeft,
    mfa_enabled: overview.mfaEnabled,
    reset_due_at: overview.resetDueAt,
  };
}
