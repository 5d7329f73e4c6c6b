import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The lengths of the periods that are counted, in seconds. */
export const PERIODS = { day: 86_400, hour: 3_600 } as const;

export type Period = keyof typeof PERIODS;

/** What happened within a day or an hour, in UTC. */
@Entity('activity_counters')
export class ActivityCounter {
  @PrimaryColumn('varchar', { length: 4 })
  period!: Period;

  /** The beginning of the period, in seconds since the UNIX epoch. */
  @PrimaryColumn('int', { unsigned: true })
  at!: number;

  @Column('int', { unsigned: true, name: 'sign_ins', default: 0 })
  signIns!: number;

  /** Refused passwords and second factors. */
  @Column('int', { unsigned: true, default: 0 })
  failed!: number;

  @Column('int', { unsigned: true, name: 'users_created', default: 0 })
  usersCreated!: number;

  /** Different users who have signed in. */
  @Column('int', { unsigned: true, name: 'users_active', default: 0 })
  usersActive!: number;

  @Column('int', { unsigned: true, name: 'emails_sent', default: 0 })
  emailsSent!: number;

  /** Emails that were given up. */
  @Column('int', { unsigned: true, name: 'emails_failed', default: 0 })
  emailsFailed!: number;

  /** Tries of deliveries that failed. */
  @Column('int', { unsigned: true, name: 'webhooks_failed', default: 0 })
  webhooksFailed!: number;
}

/** What is counted. */
export type Counts = Partial<Omit<ActivityCounter, 'period' | 'at'>>;
