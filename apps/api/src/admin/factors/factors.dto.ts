import { failsWith } from '@app/errors';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { FactorView, toFactorViews } from '../../factors/factor-views.dto.js';
import { HasLength, OptionalBoolean } from '../../wire/fields.js';
import type { AdminFactorOverview } from './factors.service.js';

const REASON = failsWith('INVALID_REQUEST', 'reason must be a text of 10 to 500 characters');

export class ResetFactorsRequest {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().toWellFormed() : value))
  @HasLength(10, 500, REASON)
  @ApiProperty({ description: 'Why, for the event log.', minLength: 10, maxLength: 500 })
  reason!: string;

  @OptionalBoolean('Whether passkeys are removed, too.')
  passkeys?: boolean;
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
