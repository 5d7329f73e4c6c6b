import { Clock, Database, newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { credentialHash } from '../passkeys/credential.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { TotpFactor } from '../totp/totp-factor.entity.js';
import { TotpSecrets } from '../totp/totp-secrets.js';
import type { NewFactors, NewPasskey, NewTotp } from './new-factors.js';

/** A new user with factors. */
export interface UserWithFactors {
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
