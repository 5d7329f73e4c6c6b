import type { EventType } from '@app/events';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** `waiting` for its next try; `blocked` waits, too, and its last try found a refused address; `failed` is given up. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed', 'blocked'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event for a webhook. Times are seconds since the UNIX epoch. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_list', ['webhookId', 'deliveryId'])
@Index('webhook_deliveries_status', ['webhookId', 'status', 'deliveryId'])
@Index('webhook_deliveries_due', ['webhookId', 'status', 'dueAt'])
@Index('webhook_deliveries_order', ['webhookId', 'uid', 'status', 'position'])
@Index('webhook_deliveries_uid', ['uid', 'deliveryId'])
@Index('webhook_deliveries_created_at', ['createdAt'])
export class Delivery {
  @PrimaryColumn('varchar', { name: 'delivery_id', length: 36 })
  deliveryId!: string;

  @ForeignKey('webhooks', 'webhookId', { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'webhook_id', length: 36 })
  webhookId!: string;

  @Column('varchar', { name: 'event_id', length: 36 })
  eventId!: string;

  @Column('varchar', { length: 40 })
  type!: EventType;

  /** That of the event in the log. */
  @Column('bigint')
  position!: number;

  /** The user of the event. Events of one user are sent one after the other if the webhook is ordered. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** When the event happened. */
  @Column('int', { unsigned: true })
  at!: number;

  @Column('varchar', { length: 10 })
  status!: DeliveryStatus;

  /** Whether an administrator has asked for it again: its result changes nothing of the webhook. */
  @Column('boolean')
  replay!: boolean;

  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;

  /** The HTTP status of the last answer. */
  @Column('int', { unsigned: true, name: 'last_status', nullable: true })
  lastStatus!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When a process may claim it: at once, after a pause, or when the claim of another process has ended. */
  @Column('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;

  @Column('int', { unsigned: true, name: 'sent_at', nullable: true })
  sentAt!: number | null;
}
