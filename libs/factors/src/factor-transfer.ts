import { Clock, Database, newId, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Secret } from 'otpauth';
import { In, IsNull, Not } from 'typeorm';
import { FactorReset } from './factor-resets.js';
import { credentialHash, type NewPasskey, Passkey } from './passkeys.js';
import { RecoveryCode } from './recovery-codes.js';
import { TotpFactor, TotpSecrets } from './totp.js';

/** A new user with factors. */
interface UserWithFactors {
  uid: string;
  factors: NewFactors;
}

/** The factors of many users: for imports and exports. */
@Injectable()
export class FactorTransfer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: TotpSecrets,
  ) {}

  /** Adds the factors of new users. */
  async insert(users: UserWithFactors[]): Promise<void> {
    this.database.requireTransaction();
    const totp = users.flatMap(({ uid, factors }) => factors.totp.map((factor) => this.totpRow(uid, factor)));
    const passkeys = users.flatMap(({ uid, factors }) => factors.passkeys.map((key) => this.passkeyRow(uid, key)));
    if (totp.length > 0) await this.database.insert(TotpFactor, totp);
    if (passkeys.length > 0) await this.database.insert(Passkey, passkeys);
  }

  /** The hashes of the credentials that belong to a user already. */
  async findUsed(each: NewFactors[]): Promise<Set<string>> {
    const hashes = each.flatMap(credentialsOf);
    if (hashes.length === 0) return new Set();
    const where = { credentialHash: In(hashes) };
    const found = await this.database.repo(Passkey).find({ where, select: { credentialHash: true } });
    return new Set(found.map((passkey) => passkey.credentialHash));
  }

  /** The confirmed factors of these users, with their secrets. A secret that no key opens is left out. */
  async read(uids: string[]): Promise<Map<string, NewFactors>> {
    const all = new Map(uids.map((uid): [string, NewFactors] => [uid, { totp: [], passkeys: [] }]));
    const totp = { uid: In(uids), confirmedAt: Not(IsNull()) };
    for (const factor of await this.database.repo(TotpFactor).find({ where: totp, order: { factorId: 'ASC' } })) {
      const secret = this.secrets.open(factor);
      if (secret !== undefined) all.get(factor.uid)?.totp.push({ ...factor, secret });
    }
    const passkeys = { where: { uid: In(uids) }, order: { passkeyId: 'ASC' } } as const;
    for (const passkey of await this.database.repo(Passkey).find(passkeys))
      all.get(passkey.uid)?.passkeys.push(passkey);
    return all;
  }

  private totpRow(uid: string, { secret, ...form }: NewTotp): TotpFactor {
    const now = this.clock.now();
    const key = { factorId: newId(), uid };
    const unused = {
      lastStep: null,
      failures: 0,
      lastUsedAt: null,
      lockedAt: null,
      sessionId: null,
      tokenHash: null,
      counter: 0,
    };
    return {
      ...key,
      ...form,
      ...unused,
      secretSealed: this.secrets.seal(secret, key),
      createdAt: now,
      confirmedAt: now,
    };
  }

  private passkeyRow(uid: string, passkey: NewPasskey): Passkey {
    const key = { passkeyId: newId(), credentialHash: credentialHash(passkey.credentialId), uid };
    return { ...passkey, ...key, createdAt: this.clock.now(), lastUsedAt: null };
  }
}

/** The hashes of the credentials of new factors. */
export function credentialsOf({ passkeys }: NewFactors): string[] {
  return passkeys.map(({ credentialId }) => credentialHash(credentialId));
}

/** An authenticator app from another system. */
export interface NewTotp extends Pick<TotpFactor, 'algorithm' | 'digits' | 'period' | 'name'> {
  /** In base32. */
  secret: string;
}

/** The factors of a user in an import or an export. */
export interface NewFactors {
  totp: NewTotp[];
  passkeys: NewPasskey[];
}

/** How other systems write the secret of an authenticator app: `ascii` is the key itself, as Better Auth exports it. */
export const SECRET_ENCODINGS = ['base32', 'hex', 'ascii'] as const;
type SecretEncoding = (typeof SECRET_ENCODINGS)[number];

/** 80 bits: what older systems have made. */
const LEAST_BYTES = 10;
const MOST_BYTES = 128;

/** The secret in base32; undefined for a text in another encoding, and for less than 80 or more than 1,024 bits. */
export function toBase32(text: string, encoding: SecretEncoding): string | undefined {
  const secret = read(text, encoding);
  const length = secret?.bytes.length ?? 0;
  return length >= LEAST_BYTES && length <= MOST_BYTES ? secret?.base32 : undefined;
}

function read(text: string, encoding: SecretEncoding): Secret | undefined {
  switch (encoding) {
    case 'base32': {
      const plain = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
      return /^[A-Z2-7]+$/.test(plain) ? Secret.fromBase32(plain) : undefined;
    }
    case 'hex':
      return /^(?:[\da-f]{2})+$/i.test(text) ? Secret.fromHex(text) : undefined;
    case 'ascii':
      return /^[\x20-\x7e]+$/.test(text) ? Secret.fromLatin1(text) : undefined;
  }
}

/** All that this library stores about a person, without secrets and hashes. */
@Injectable()
export class StoredFactorData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    const where = { uid };
    return {
      totp_factors: storedRows(this.database, TotpFactor, { where, by: 'factorId' }),
      recovery_codes: storedRows(this.database, RecoveryCode, { where, by: 'codeHash' }),
      passkeys: storedRows(this.database, Passkey, { where, by: 'passkeyId' }),
      factor_resets: storedRows(this.database, FactorReset, { where, by: 'uid' }),
    };
  }
}
