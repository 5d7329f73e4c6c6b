import type { StatsService } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

export class Stats {
  @ApiProperty({ type: 'integer' })
  users!: number;

  @ApiProperty({ type: 'integer', description: 'Users whose email is verified.' })
  verified!: number;

  @ApiProperty({ type: 'integer', description: 'Users whom an administrator has disabled.' })
  disabled!: number;

  @ApiProperty({ type: 'integer', description: 'Users who have signed in within 30 days.' })
  active_30d!: number;

  @ApiProperty({ type: 'integer', description: 'Sessions that have not expired.' })
  sessions!: number;

  @ApiProperty({ type: 'integer', description: 'Emails in the queue.' })
  mail_queue!: number;
}

export function toStats(counts: Awaited<ReturnType<StatsService['count']>>): Stats {
  const { users, verified, disabled, activeLately, sessions, mailQueue } = counts;
  return { users, verified, disabled, active_30d: activeLately, sessions, mail_queue: mailQueue };
}
