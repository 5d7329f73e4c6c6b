import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An endpoint that receives events. Times are seconds since the UNIX epoch. */
@Entity('webhooks')
@Index('webhooks_slot', ['slot'], { unique: true })
export class Webhook {
  @PrimaryColumn('varchar', { name: 'webhook_id', length: 36 })
  webhookId!: string;

  /** One of a limited set of numbers, so that the unique key limits how many webhooks there are. */
  @Column('int', { unsigned: true })
  slot!: number;

  @Column('varchar', { length: 2048 })
  url!: string;

  /** The patterns of the types that it receives, separated by commas. */
  @Column('text')
  types!: string;

  @Column('varchar', { length: 200 })
  description!: string;

  /** Whether an event of a user waits for the earlier ones of this user. */
  @Column('boolean')
  ordered!: boolean;

  @Column('boolean')
  active!: boolean;

  /** The events up to this position of the log have deliveries. */
  @Column('bigint')
  position!: number;

  /** The signing secret, sealed with `AUTH_SECRET`. */
  @Column('text', { name: 'secret_sealed' })
  secretSealed!: string;

  /** The secret before the newest, which also signs until `previousUntil`. */
  @Column('text', { name: 'previous_sealed', nullable: true })
  previousSealed!: string | null;

  @Column('int', { unsigned: true, name: 'previous_until', nullable: true })
  previousUntil!: number | null;

  /** The first failure since the last success. */
  @Column('int', { unsigned: true, name: 'failing_since', nullable: true })
  failingSince!: number | null;

  /** When the service has disabled it because of failures; null when it is active or an administrator has switched it off. */
  @Column('int', { unsigned: true, name: 'disabled_at', nullable: true })
  disabledAt!: number | null;

  @Column('int', { unsigned: true, name: 'last_success_at', nullable: true })
  lastSuccessAt!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;

  /** The process that sends its deliveries. */
  @Column('varchar', { name: 'lease_owner', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column('int', { unsigned: true, name: 'lease_until', default: 0 })
  leaseUntil!: number;

  /** Who made it, as the actor of events. */
  @Column('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;
}
