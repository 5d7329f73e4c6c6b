import { normaliseEmail } from '@app/config';
import { Clock, counterOf, Database, type Dialect } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Column, Entity, ForeignKey, In, Index, MoreThan, PrimaryColumn, Raw } from 'typeorm';

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

/** For how long after the newest sign-in from it an address is known. */
export const KNOWN_SECONDS = 30 * 24 * 60 * 60;
const MAX_OF_USER = 50;

const INSERT = `INSERT INTO sign_in_addresses (uid, address, last_at, counter)
  VALUES (?, ?, ?, ${counterOf(4, '?')})`;
/** An address that an event has made unknown is a new one. */
const upsert = (dialect: Dialect) =>
  dialect.upsert(INSERT, ['uid', 'address'], (added) => ({ last_at: added('last_at'), counter: added('counter') }));

const FIND_SURPLUS = `SELECT address FROM sign_in_addresses WHERE uid = ?
  ORDER BY last_at DESC, address LIMIT ${MAX_OF_USER} OFFSET ${MAX_OF_USER}`;

/** By email, so that the query is the same for an email without an account. */
const FIND = `SELECT users.email_proved AS proved FROM users
  JOIN sign_in_addresses ON sign_in_addresses.uid = users.uid
  WHERE users.email = ? AND sign_in_addresses.address = ? AND sign_in_addresses.last_at > ?
  AND sign_in_addresses.counter = users.rung_4`;

/** The client addresses that users have signed in from in the last 30 days: the newest 50 of each user. */
@Injectable()
export class SignInAddresses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records a sign-in. */
  async record(uid: string, address: string): Promise<void> {
    this.database.requireTransaction();
    await this.database.change(upsert(this.database.dialect), [uid, address, this.clock.now(), uid]);
    const surplus = (await this.database.select(FIND_SURPLUS, [uid])).map((row) => row.address);
    if (surplus.length > 0) await this.database.repo(SignInAddress).delete({ uid, address: In(surplus) });
  }

  /** The addresses that a user has signed in from in the last 30 days. */
  ofUser(uid: string): Promise<SignInAddress[]> {
    const newer = MoreThan(this.clock.now() - KNOWN_SECONDS);
    const counter = Raw((counter) => `${counter} = ${counterOf(4, ':uid')}`, { uid });
    return this.database.repo(SignInAddress).findBy({ uid, lastAt: newer, counter });
  }

  /** Whether the account with this email has signed in from a client address in the last 30 days. */
  async isKnown(email: string, address: string): Promise<boolean> {
    return (await this.find(email, address)) !== undefined;
  }

  /**
   * The same, but only for an account whose email is proved. A stranger can sign up with the email of another person, which
   * makes the client address of the stranger known. Emails to that person must stay limited.
   */
  async isKnownAndProved(email: string, address: string): Promise<boolean> {
    return Boolean((await this.find(email, address))?.proved);
  }

  /** Removes the addresses of a user, at the first proof of the email: they may be those of a stranger. */
  async forget(uid: string): Promise<void> {
    await this.database.repo(SignInAddress).delete({ uid });
  }

  private async find(email: string, address: string) {
    const values = [normaliseEmail(email) ?? '', address, this.clock.now() - KNOWN_SECONDS];
    const [found] = await this.database.select(FIND, values);
    return found;
  }
}
