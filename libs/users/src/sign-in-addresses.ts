import { Env } from '@app/config';
import { Chores, Clock, Database } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { normaliseEmail } from './email.js';
import { SignInAddress } from './sign-in-address.entity.js';

const KNOWN_SECONDS = 30 * 24 * 60 * 60;
const MOST_OF_ONE_USER = 50;
const SWEEP_SECONDS = 600;

const INSERT = 'INSERT INTO sign_in_addresses (uid, address, last_at) VALUES (?, ?, ?)';
const UPSERT = {
  mysql: `${INSERT} ON DUPLICATE KEY UPDATE last_at = VALUES(last_at)`,
  sqlite: `${INSERT} ON CONFLICT (uid, address) DO UPDATE SET last_at = excluded.last_at`,
};

const FIND_SURPLUS = `SELECT address FROM sign_in_addresses WHERE uid = ?
  ORDER BY last_at DESC, address LIMIT ${MOST_OF_ONE_USER} OFFSET ${MOST_OF_ONE_USER}`;

/** By email, so that the query is the same for an email without an account. */
const FIND = `SELECT users.email_proved AS proved FROM users
  JOIN sign_in_addresses ON sign_in_addresses.uid = users.uid
  WHERE users.email = ? AND sign_in_addresses.address = ? AND sign_in_addresses.last_at > ?`;

/** The client addresses that users have signed in from within 30 days, the newest 50 of each user. */
@Injectable()
export class SignInAddresses implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
    private readonly chores: Chores,
  ) {}

  onModuleInit(): void {
    this.chores.every(SWEEP_SECONDS, 'to remove old sign-in addresses', () => this.removeOld());
  }

  /** Records a sign-in. To be called in its transaction. */
  async record(uid: string, address: string): Promise<void> {
    const { prepared } = this.database;
    await prepared.change(UPSERT[this.env.database.type], [uid, address, this.clock.now()]);
    const surplus = (await prepared.select(FIND_SURPLUS, [uid])).map((row) => row.address);
    if (surplus.length > 0) await this.database.repo(SignInAddress).delete({ uid, address: In(surplus) });
  }

  /** Whether the account with this email has signed in from a client address lately. */
  async isKnown(email: string, address: string): Promise<boolean> {
    return (await this.find(email, address)) !== undefined;
  }

  /**
   * The same, for an account whose address is proved. A stranger can sign up with the address of another person and is then known
   * to the account; letters to that person must stay limited.
   */
  async isKnownAndProved(email: string, address: string): Promise<boolean> {
    return Boolean((await this.find(email, address))?.proved);
  }

  /** Forgets the addresses of a user, at the first proof of the email: they are those of a stranger. */
  async forget(uid: string): Promise<void> {
    await this.database.repo(SignInAddress).delete({ uid });
  }

  private async find(email: string, address: string) {
    const values = [normaliseEmail(email) ?? '', address, this.clock.now() - KNOWN_SECONDS];
    const [found] = await this.database.prepared.select(FIND, values);
    return found;
  }

  private async removeOld(): Promise<void> {
    const old = { lastAt: LessThanOrEqual(this.clock.now() - KNOWN_SECONDS) };
    await this.database.statement(() => this.database.repo(SignInAddress).delete(old));
  }
}
