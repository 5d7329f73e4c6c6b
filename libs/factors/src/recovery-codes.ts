import { createHash, randomBytes } from 'node:crypto';
import { Clock, Database, PersonColumn, ServiceColumn } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Entity, ForeignKey, IsNull, MoreThan, PrimaryColumn } from 'typeorm';

/** A code that replaces a lost second factor once. Times are seconds since the UNIX epoch. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, primary: true })
  uid!: string;

  /** The SHA-256 of the uid and the code, in hexadecimal. */
  @PrimaryColumn('varchar', { name: 'code_hash', length: 64 })
  codeHash!: string;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'used_at', nullable: true })
  usedAt!: number | null;
}

const CODES = 10;
/** 120 bits: a plain hash is enough from 112 bits on (OWASP ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15;
const GROUP = 6;
/** Crockford's base32: without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The recovery codes of users: shown once, stored as hashes, each used once. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes a new set, which invalidates the old one. Only this call returns the codes. */
  async renew(uid: string): Promise<string[]> {
    this.database.requireTransaction();
    await this.removeAll(uid);
    const codes = Array.from({ length: CODES }, newCode);
    const createdAt = this.clock.now();
    const rows = codes.map((code) => ({ uid, codeHash: hashOf(uid, code), createdAt, usedAt: null }));
    await this.database.insert(RecoveryCode, rows);
    return codes;
  }

  /** How many codes of a user are unused. */
  count(uid: string): Promise<number> {
    return this.database.repo(RecoveryCode).countBy({ uid, usedAt: IsNull() });
  }

  /** When the newest set of a user was made, in epoch seconds; 0 without one. */
  async madeAt(uid: string): Promise<number> {
    return (await this.database.repo(RecoveryCode).maximum('createdAt', { uid })) ?? 0;
  }

  /** Makes the first set of a user. Undefined for a user who has a set, also a used one. */
  async makeFirst(uid: string): Promise<string[] | undefined> {
    this.database.requireTransaction();
    return (await this.database.repo(RecoveryCode).existsBy({ uid })) ? undefined : this.renew(uid);
  }

  /** Spends a code, in one conditional update. False for a wrong or used code. */
  async consume(uid: string, code: string): Promise<boolean> {
    const unused = { uid, codeHash: hashOf(uid, code), usedAt: IsNull() };
    const { affected } = await this.database.repo(RecoveryCode).update(unused, { usedAt: this.clock.now() });
    return affected === 1;
  }

  /** How many codes were made at this time or later, in seconds since the UNIX epoch, also used ones. */
  countSince(uid: string, since: number): Promise<number> {
    return this.database.repo(RecoveryCode).countBy({ uid, createdAt: MoreThan(since - 1) });
  }

  /** Removes the codes that were made at this time or later, in seconds since the UNIX epoch. Returns how many. */
  async removeSince(uid: string, since: number): Promise<number> {
    const { affected } = await this.database.repo(RecoveryCode).delete({ uid, createdAt: MoreThan(since - 1) });
    return affected ?? 0;
  }

  async removeAll(uid: string): Promise<void> {
    await this.database.repo(RecoveryCode).delete({ uid });
  }
}

/** Four groups of six characters. */
function newCode(): string {
  let bits = 0n;
  for (const byte of randomBytes(CODE_BYTES)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let left = (CODE_BYTES * 8) / 5; left > 0; left -= 1) {
    text += ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
  }
  return (text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Forgives case, blanks, dashes, and letters that look like digits. */
function hashOf(uid: string, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`${uid}:${plain}`).digest('hex');
}
