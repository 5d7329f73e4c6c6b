import type { CheckResult, Report } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

const STATUSES = ['ok', 'warn', 'fail', 'skip'];

export class CheckView {
  @ApiProperty({ description: 'The name of the check. A check can have several findings.', example: 'mail' })
  name!: string;

  @ApiProperty({ enum: STATUSES, description: '`skip`: it could not run.' })
  status!: CheckResult['status'];

  @ApiProperty({ description: 'What was found, without secrets.' })
  found!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'How to correct it.' })
  cure!: string | null;
}

export class CheckList {
  @ApiProperty({ description: 'Whether nothing fails.' })
  healthy!: boolean;

  @ApiProperty({ type: 'integer', description: 'When the checks ended, in UNIX epoch seconds.' })
  checked_at!: number;

  @ApiProperty({ type: [CheckView], description: 'In the order of `latchkey doctor`.' })
  checks!: CheckView[];
}

export function toCheckList({ at, results }: Report): CheckList {
  return {
    healthy: results.every(({ status }) => status !== 'fail'),
    checked_at: at,
    checks: results.map(({ name, status, found, cure = null }) => ({ name, status, found, cure })),
  };
}
