import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A client address that a user has signed in from. */
@Entity('sign_in_addresses')
@Index('sign_in_addresses_last_at', ['lastAt'])
export class SignInAddress {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** An IPv4 address, or the /64 of an IPv6 address. */
  @PrimaryColumn('varchar', { length: 45 })
  address!: string;

  /** The newest sign-in from this address, in seconds since the UNIX epoch. */
  @Column('int', { unsigned: true, name: 'last_at' })
  lastAt!: number;

  /** The counter of rung 4 of the user when the address became known. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}
