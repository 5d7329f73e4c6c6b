import { hashToken, newToken } from '@app/config';
import { Clock, Database, lockRows, PersonColumn, Queue, ServiceColumn } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Column, Entity, ForeignKey, Index, Not } from 'typeorm';
import { Passkey } from './passkeys.js';
import { RecoveryCode } from './recovery-codes.js';
import { TotpFactor } from './totp.js';

/** A removal of all factors of a user that an administrator has asked for, and that waits. Times are in epoch seconds. */
@Entity('factor_resets')
@Index('factor_resets_due_at', ['dueAt'])
export class FactorReset {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, primary: true })
  uid!: string;

  /** The SHA-256 of the token in the link that stops it, in hexadecimal. */
  @Column('varchar', { name: 'stop_hash', length: 64 })
  stopHash!: string;

  /** Whether passkeys are removed, too. */
  @PersonColumn('boolean')
  passkeys!: boolean;

  /** Whether identities at external providers are unlinked, too. */
  @PersonColumn('boolean', { default: false })
  identities!: boolean;

  @ServiceColumn('varchar', { length: 500 })
  reason!: string;

  /** `admin:<token id>`, `user:<uid>` or `cli`. */
  @ServiceColumn('varchar', { length: 60 })
  actor!: string;

  /** That of the user at the request: after a change of the address the reset is void. */
  @ServiceColumn('int', { unsigned: true, name: 'address_version', default: 0 })
  addressVersion!: number;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;
}

/** Stored until the email with the link is written. No token has this hash. */
const NOT_ANNOUNCED = '';
/** The most resets that one run of the job carries out. */
const MOST = 100;

/** What an administrator asks for. */
type AskedReset = Pick<FactorReset, 'uid' | 'passkeys' | 'identities' | 'reason' | 'actor' | 'addressVersion'>;

/** The user of a reset, locked. */
type ResetOwner = Pick<FactorReset, 'uid' | 'addressVersion'>;

/** The link of an email that stops a reset. */
interface StopToken {
  token: string;
  /** How long it works, in seconds. */
  lifetime: number;
}

/**
 * Resets of factors that wait. Each is stopped or carried out once: a delete statement decides. After a change of the address one is
 * void, since the email with the link that stops it may have gone to another person.
 */
@Injectable()
export class FactorResets {
  private readonly queue: Queue<FactorReset>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.queue = new Queue(database, clock, { entity: FactorReset, key: 'uid' });
  }

  async find(uid: string, addressVersion: number): Promise<FactorReset | null> {
    return this.database.repo(FactorReset).findOneBy({ uid, addressVersion });
  }

  /** The resets that wait, the next one first. */
  findWaiting(): Promise<FactorReset[]> {
    return this.database.repo(FactorReset).find({ order: { dueAt: 'ASC' }, take: MOST });
  }

  /** Stops a reset that is void. The user must be locked. */
  async stopVoid({ uid, addressVersion }: ResetOwner): Promise<boolean> {
    const { affected } = await this.database.repo(FactorReset).delete({ uid, addressVersion: Not(addressVersion) });
    return affected === 1;
  }

  /** Adds a reset, which replaces one that waits. Returns when it is due. The user must be locked. */
  async add(asked: AskedReset, delay: number): Promise<number> {
    this.database.requireTransaction();
    const createdAt = this.clock.now();
    await this.database.repo(FactorReset).delete({ uid: asked.uid });
    const row = { ...asked, stopHash: NOT_ANNOUNCED, createdAt, dueAt: createdAt + delay };
    await this.database.insert(FactorReset, [row]);
    return row.dueAt;
  }

  /** The users whose email with the link is not written yet. */
  async findUnannounced(): Promise<string[]> {
    const where = { stopHash: NOT_ANNOUNCED };
    const found = await this.database.repo(FactorReset).find({ where, order: { dueAt: 'ASC' }, take: MOST });
    return found.map(({ uid }) => uid);
  }

  /**
   * Makes the token of the link, once. The delay begins again, so that the user always has all of it. Undefined when the reset
   * has a token or is gone.
   */
  async announce({ uid, addressVersion }: ResetOwner): Promise<StopToken | undefined> {
    this.database.requireTransaction();
    const resets = this.database.repo(FactorReset);
    const waiting = await resets.findOneBy({ uid, addressVersion, stopHash: NOT_ANNOUNCED });
    if (!waiting) return undefined;
    const token = newToken();
    const lifetime = waiting.dueAt - waiting.createdAt;
    const announced = { stopHash: hashToken(token), dueAt: this.clock.now() + lifetime };
    const { affected } = await resets.update({ uid, stopHash: NOT_ANNOUNCED }, announced);
    return affected === 1 ? { token, lifetime } : undefined;
  }

  /** The users whose reset is due. */
  async findDue(): Promise<string[]> {
    return (await this.queue.due().limit(MOST).getMany()).map(({ uid }) => uid);
  }

  /** Takes a due reset out of the table, to carry it out in the same transaction. The user must be locked. */
  takeDue({ uid, addressVersion }: ResetOwner): Promise<FactorReset | undefined> {
    return this.queue.take({ uid, addressVersion });
  }

  /** The waiting reset that a link stops. */
  findByToken(token: string): Promise<FactorReset | null> {
    return this.database.repo(FactorReset).findOneBy({ stopHash: hashToken(token) });
  }

  /** Stops a reset that waits; with a token only the one that the token belongs to. False when there is none. */
  async stop(uid: string, token?: string): Promise<boolean> {
    const which = { uid, ...(token === undefined ? {} : { stopHash: hashToken(token) }) };
    const { affected } = await this.database.repo(FactorReset).delete(which);
    return affected === 1;
  }

  /** Stops the resets that an administrator has asked for and that wait. Returns their users. */
  async stopAskedBy(actor: string): Promise<string[]> {
    this.database.requireTransaction();
    const resets = this.database.repo(FactorReset);
    const asked = await lockRows(resets.createQueryBuilder('reset').where({ actor })).getMany();
    if (asked.length > 0) await resets.delete({ actor });
    return asked.map(({ uid }) => uid);
  }

  /** Removes the factors and recovery codes of a user, passkeys only if asked for. */
  async removeFactors(uid: string, { passkeys }: Pick<AskedReset, 'passkeys'>): Promise<void> {
    await this.database.repo(TotpFactor).delete({ uid });
    await this.database.repo(RecoveryCode).delete({ uid });
    if (passkeys) await this.database.repo(Passkey).delete({ uid });
  }
}
