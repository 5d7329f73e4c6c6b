import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../accounts/user.entity.js';

/** A client address that a user has signed in from. */
@Entity('sign_in_addresses')
export class SignInAddress {
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** An IPv4 address, or the /64 of an IPv6 address. */
  @PrimaryColumn('varchar', { length: 45 })
  address!: string;

  /** The newest sign-in from this address, in seconds since the UNIX epoch. */
  @Index('sign_in_addresses_last_at')
  @Column('int', { unsigned: true, name: 'last_at' })
  lastAt!: number;

  /** The token hash of the link in the email about the sign-in that made the address known; null without such an email. */
  @Column('varchar', { name: 'notice_hash', length: 64, nullable: true })
  noticeHash!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'uid' })
  user?: User;
}
