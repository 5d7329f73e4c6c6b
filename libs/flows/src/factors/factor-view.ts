import type { Passkey, TotpFactor } from '@app/factors';
import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../input/times.js';
import type { FactorOverview } from './factor-list.js';

export class FactorView {
  @ApiProperty({ format: 'uuid' })
  factor_id!: string;

  @ApiProperty({ enum: ['totp', 'passkey'] })
  type!: string;

  @ApiProperty()
  name!: string;

  @Time()
  created_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX epoch seconds.' })
  last_used_at!: number | null;
}

export function toFactorViews({ totp, passkeys }: Pick<FactorOverview, 'totp' | 'passkeys'>): FactorView[] {
  return [...totp.map(totpView), ...passkeys.map(passkeyView)];
}

function totpView({ factorId, name, createdAt, lastUsedAt }: TotpFactor): FactorView {
  return { factor_id: factorId, type: 'totp', name, created_at: createdAt, last_used_at: lastUsedAt };
}

function passkeyView({ passkeyId, name, createdAt, lastUsedAt }: Passkey): FactorView {
  return { factor_id: passkeyId, type: 'passkey', name, created_at: createdAt, last_used_at: lastUsedAt };
}
