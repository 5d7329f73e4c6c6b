import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A browser or another program that a user has signed in on. Times are seconds since the UNIX epoch. */
@Entity('devices')
@Index('devices_token_hash', ['tokenHash'], { unique: true })
@Index('devices_uid', ['uid', 'lastUsedAt'])
@Index('devices_last_used_at', ['lastUsedAt'])
export class Device {
  @PrimaryColumn('varchar', { name: 'device_id', length: 36 })
  deviceId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @Column('varchar', { length: 36 })
  uid!: string;

  /** The SHA-256 of the token, in hexadecimal. Only the device has the token itself. */
  @Column('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  /** The `User-Agent` of the newest sign-in. */
  @Column('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** The newest sign-in. */
  @Column('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When a second factor was shown on the device to trust it; null for a device without trust. */
  @Column('int', { unsigned: true, name: 'trusted_at', nullable: true })
  trustedAt!: number | null;

  @Column('int', { unsigned: true, name: 'trusted_until', nullable: true })
  trustedUntil!: number | null;

  /** The counter of rung 1 of the user at that time. */
  @Column('int', { unsigned: true, name: 'trust_counter', default: 0 })
  trustCounter!: number;

  /** The counter of rung 4 of the user when the device became known. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}
