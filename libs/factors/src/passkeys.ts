import { createHash } from 'node:crypto';
import { Env } from '@app/config';
import { Clock, Database, newId, PersonColumn, removeOwn, ServiceColumn } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { Column, Entity, ForeignKey, Index, Not } from 'typeorm';

/** A passkey of a user (WebAuthn Level 3). Times are seconds since the UNIX epoch. */
@Entity('passkeys')
@Index('passkeys_uid', ['uid'])
@Index('passkeys_credential', ['credentialHash'], { unique: true })
export class Passkey {
  @PersonColumn('varchar', { name: 'passkey_id', length: 36, primary: true })
  passkeyId!: string;

  /** The SHA-256 of the credential id, in hexadecimal: an id of 1,023 bytes is too long for an index. */
  @Column('varchar', { name: 'credential_hash', length: 64 })
  credentialHash!: string;

  /** In base64url. */
  @ServiceColumn('text', { name: 'credential_id' })
  credentialId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  /** The COSE key, in base64url. */
  @ServiceColumn('text', { name: 'public_key' })
  publicKey!: string;

  /** The user handle that the authenticator stores, in base64url. */
  @ServiceColumn('varchar', { length: 86 })
  handle!: string;

  /** The relying party id at the creation. */
  @PersonColumn('varchar', { name: 'rp_id', length: 253 })
  rpId!: string;

  /** The greatest signature counter so far; 0 for authenticators without one. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;

  /** Whether the passkey may be copied to other devices of the user. It never changes. */
  @PersonColumn('boolean', { name: 'backup_eligible' })
  backupEligible!: boolean;

  /** Whether the passkey has been copied. */
  @PersonColumn('boolean')
  synced!: boolean;

  /** Separated by commas. */
  @PersonColumn('varchar', { length: 100 })
  transports!: string;

  /** The model of the authenticator, a UUID. */
  @PersonColumn('varchar', { length: 36 })
  aaguid!: string;

  @PersonColumn('varchar', { length: 100 })
  name!: string;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @PersonColumn('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}

/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812), the preferred one first. */
export const ALGORITHMS = [-7, -8, -257];
const KEY_ALGORITHM = 3;

/** The key of a passkey in the database. @param credentialId in base64url */
export function credentialHash(credentialId: string): string {
  return createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest('hex');
}

/** Whether a text is a COSE key (RFC 9052, section 7) of an algorithm that the service accepts. @param key in base64url */
export function isCoseKey(key: string): boolean {
  try {
    const decoded = decodeCredentialPublicKey(new Uint8Array(Buffer.from(key, 'base64url')));
    return ALGORITHMS.includes(decoded.get(KEY_ALGORITHM) ?? 0);
  } catch {
    return false;
  }
}

const MOST_PASSKEYS = 20;

const RECORD_USE = `UPDATE passkeys SET counter = CASE WHEN counter < ? THEN ? ELSE counter END, synced = ?, last_used_at = ?
  WHERE passkey_id = ? AND uid = ?`;

/** A passkey without its owner: a new one, or one from another system. */
export type NewPasskey = Omit<Passkey, 'passkeyId' | 'credentialHash' | 'uid' | 'createdAt' | 'lastUsedAt'>;

/** The passkeys of users. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The passkeys of a user, oldest first. */
  list(uid: string): Promise<Passkey[]> {
    return this.database.repo(Passkey).find({ where: { uid }, order: { passkeyId: 'ASC' } });
  }

  /** The passkeys that work with the current `PASSKEY_RP_ID`, oldest first. */
  async listUsable(uid: string): Promise<Passkey[]> {
    return (await this.list(uid)).filter(({ rpId }) => rpId === this.env.passkeys.rpId);
  }

  count(uid: string): Promise<number> {
    return this.database.repo(Passkey).countBy({ uid });
  }

  /** How many passkeys of all users do not work, because they were created with another `PASSKEY_RP_ID`. */
  countStranded(): Promise<number> {
    return this.database.repo(Passkey).countBy({ rpId: Not(this.env.passkeys.rpId) });
  }

  /** @throws {ApiError} FACTOR_LIMIT_REACHED */
  async requireRoom(uid: string): Promise<void> {
    if ((await this.count(uid)) >= MOST_PASSKEYS) throw new ApiError('FACTOR_LIMIT_REACHED');
  }

  /** @param credentialId in base64url */
  async findCredential(credentialId: string): Promise<Passkey | undefined> {
    const where = { credentialHash: credentialHash(credentialId) };
    return (await this.database.repo(Passkey).findOneBy(where)) ?? undefined;
  }

  /** @throws {ApiError} PASSKEY_EXISTS, also for a passkey of another user; NOT_AUTHENTICATED when the user was deleted */
  async add(passkey: NewPasskey & Pick<Passkey, 'uid'>): Promise<Passkey> {
    const key = { passkeyId: newId(), credentialHash: credentialHash(passkey.credentialId) };
    const row = { ...key, ...passkey, createdAt: this.clock.now(), lastUsedAt: null };
    await this.database.insertOwned(Passkey, row, 'PASSKEY_EXISTS');
    return row;
  }

  /**
   * Records a use. The greater counter stays. Returns whether the counter went back or stayed (WebAuthn Level 3, section 7.2,
   * step 22). The user must be locked.
   * @throws {ApiError} PASSKEY_NOT_FOUND
   */
  async recordUse({ passkeyId, uid }: Passkey, counter: number, synced: boolean): Promise<boolean> {
    this.database.requireTransaction();
    const stored = await this.database.repo(Passkey).findOneBy({ passkeyId, uid });
    if (!stored) throw new ApiError('PASSKEY_NOT_FOUND');
    await this.database.change(RECORD_USE, [counter, counter, synced, this.clock.now(), passkeyId, uid]);
    return (counter > 0 || stored.counter > 0) && counter <= stored.counter;
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND */
  async rename(uid: string, passkeyId: string, name: string): Promise<void> {
    if (!(await this.database.repo(Passkey).existsBy({ uid, passkeyId }))) throw new ApiError('PASSKEY_NOT_FOUND');
    await this.database.repo(Passkey).update({ uid, passkeyId }, { name });
  }

  /** Removes a passkey, and returns it. @throws {ApiError} PASSKEY_NOT_FOUND */
  async remove(uid: string, passkeyId: string): Promise<Passkey> {
    const passkey = await removeOwn(this.database.repo(Passkey), { uid, passkeyId });
    if (!passkey) throw new ApiError('PASSKEY_NOT_FOUND');
    return passkey;
  }
}

/** The names of common authenticators by their AAGUID, from the community list of passkey providers. */
const NAMES: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on macOS',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on macOS',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

/** The name of a common authenticator; undefined for any other. */
export function authenticatorName(aaguid: string): string | undefined {
  return Object.hasOwn(NAMES, aaguid) ? NAMES[aaguid] : undefined;
}
