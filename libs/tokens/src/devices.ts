import { hashToken, newToken } from '@app/config';
import { Clock, Counter, counterOf, Database, newId, PersonColumn, ServiceColumn } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Column, Entity, type FindOptionsWhere, ForeignKey, In, Index, MoreThan, Raw } from 'typeorm';

/** A browser or another program that a user has signed in on. Times are seconds since the UNIX epoch. */
@Entity('devices')
@Index('devices_token_hash', ['tokenHash'], { unique: true })
@Index('devices_uid', ['uid', 'lastUsedAt'])
@Index('devices_last_used_at', ['lastUsedAt'])
export class Device {
  @PersonColumn('varchar', { name: 'device_id', length: 36, primary: true })
  deviceId!: string;

  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36 })
  uid!: string;

  /** The SHA-256 of the token, in hexadecimal. Only the device has the token itself. */
  @Column('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  /** The `User-Agent` of the newest sign-in. */
  @PersonColumn('varchar', { name: 'user_agent', length: 255 })
  userAgent!: string;

  @PersonColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** The newest sign-in. */
  @PersonColumn('int', { unsigned: true, name: 'last_used_at' })
  lastUsedAt!: number;

  /** When a second factor was shown on the device to trust it; null for a device without trust. */
  @PersonColumn('int', { unsigned: true, name: 'trusted_at', nullable: true })
  trustedAt!: number | null;

  @PersonColumn('int', { unsigned: true, name: 'trusted_until', nullable: true })
  trustedUntil!: number | null;

  /** The counter of rung 1 of the user at that time. */
  @ServiceColumn('int', { unsigned: true, name: 'trust_counter', default: 0 })
  trustCounter!: number;

  /** The counter of rung 4 of the user when the device became known. */
  @ServiceColumn('int', { unsigned: true, default: 0 })
  counter!: number;
}

const USER_AGENT_LENGTH = 255;
/** The most devices of a user: programs that ask for a new token at each sign-in would otherwise fill the table. */
const MOST_DEVICES = 50;
const NO_TRUST = { trustedAt: null, trustedUntil: null };

/** For how long after its newest sign-in a device is known, in seconds. */
export const DEVICE_SECONDS = 365 * 86_400;

/** A known device, with its token. */
interface KnownDevice {
  device: Omit<Device, 'counter'>;
  token: string;
}

/** What the tokens of a browser or a program stand for. */
export interface FoundDevices {
  /** The device of the user; undefined if the user has not signed in on it. */
  own: KnownDevice | undefined;
  /** The tokens of other users, who sign in on it, too. */
  others: string[];
}

/** When a device is trusted, and with which counter of its user. */
export type Trust = Pick<Device, 'trustedAt' | 'trustedUntil' | 'trustCounter'>;

/** The devices of users: 256 random bits each, stored as their SHA-256. The user must be locked. */
@Injectable()
export class DeviceStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Finds what these tokens stand for. Unknown ones are left out. */
  async find(uid: string, tokens: string[]): Promise<FoundDevices> {
    if (tokens.length === 0) return { own: undefined, others: [] };
    const hashes = tokens.map(hashToken);
    const rows = await this.devices.findBy({ tokenHash: In(hashes), ...this.known });
    const known = tokens.flatMap((token, index) => {
      const device = rows.find(({ tokenHash }) => tokenHash === hashes[index]);
      return device ? [{ device, token }] : [];
    });
    const own = known.find(({ device }) => device.uid === uid);
    return { own, others: known.filter(({ device }) => device.uid !== uid).map(({ token }) => token) };
  }

  async findById(uid: string, deviceId: string): Promise<Device | undefined> {
    const device = await this.devices.findOneBy({ uid, deviceId, ...this.known });
    return device ?? undefined;
  }

  /** Those that were used last come first. */
  ofUser(uid: string): Promise<Device[]> {
    const order = { lastUsedAt: 'DESC', deviceId: 'DESC' } as const;
    return this.devices.find({ where: { uid, ...this.known }, order });
  }

  /** Whether a user has any device. */
  hasAny(uid: string): Promise<boolean> {
    return this.devices.existsBy({ uid, ...this.known });
  }

  /** Makes a device. Only this call returns its token. A user with too many devices loses the one that was not used for longest. */
  async add(uid: string, userAgent: string): Promise<KnownDevice> {
    this.database.requireTransaction();
    const token = newToken();
    const now = this.clock.now();
    const device = {
      deviceId: newId(),
      uid,
      tokenHash: hashToken(token),
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt: now,
      lastUsedAt: now,
      ...NO_TRUST,
      trustCounter: 0,
    };
    await this.database.insert(Device, [{ ...device, counter: new Counter(4, uid) }]);
    const surplus = (await this.ofUser(uid)).slice(MOST_DEVICES).map(({ deviceId }) => deviceId);
    if (surplus.length > 0) await this.devices.delete({ uid, deviceId: In(surplus) });
    return { device, token };
  }

  /** Records a sign-in on a device. */
  async recordUse({ uid, deviceId }: Pick<Device, 'uid' | 'deviceId'>, userAgent: string): Promise<void> {
    const use = { lastUsedAt: this.clock.now(), userAgent: userAgent.slice(0, USER_AGENT_LENGTH) };
    await this.devices.update({ uid, deviceId }, use);
  }

  async trust(uid: string, deviceId: string, trust: Trust): Promise<void> {
    this.database.requireTransaction();
    await this.devices.update({ uid, deviceId }, trust);
  }

  /** Ends the trust in some devices of a user. */
  async endTrust(uid: string, deviceIds: string[]): Promise<void> {
    if (deviceIds.length > 0) await this.devices.update({ uid, deviceId: In(deviceIds) }, NO_TRUST);
  }

  /** Returns whether the user had such a device. */
  async remove(uid: string, deviceId: string): Promise<boolean> {
    this.database.requireTransaction();
    const { affected } = await this.devices.delete({ uid, deviceId });
    return affected === 1;
  }

  /** Removes all devices of a user, and returns their ids. */
  async removeAll(uid: string): Promise<string[]> {
    this.database.requireTransaction();
    const found = await this.devices.findBy({ uid });
    if (found.length > 0) await this.devices.delete({ uid });
    return found.map(({ deviceId }) => deviceId);
  }

  private get devices() {
    return this.database.repo(Device);
  }

  /** Selects the devices that neither time nor an event has made unknown. */
  private get known(): FindOptionsWhere<Device> {
    const counter = Raw((column) => `${column} = ${counterOf(4, column.replace(/counter/, 'uid'))}`);
    return { lastUsedAt: MoreThan(this.clock.now() - DEVICE_SECONDS), counter };
  }
}

/** A browser has one token for each account that signs in on it. With more accounts, the one that signed in first is forgotten. */
const MOST_TOKENS = 5;
/** Not a character of base64url. */
const SEPARATOR = '.';
/** The base64url of 256 bits. */
const TOKEN = /^[\w-]{43}$/;

/** The tokens in the text that a device sends: none in `new`, and in any other text. */
export function deviceTokensIn(text: string): string[] {
  const tokens = text.split(SEPARATOR).slice(0, MOST_TOKENS);
  return tokens.every((token) => TOKEN.test(token)) ? tokens : [];
}

/** The text for a device. @param used the token of the newest sign-in @param others those of other accounts */
export function deviceTextOf(used: string, others: string[]): string {
  return [used, ...others].slice(0, MOST_TOKENS).join(SEPARATOR);
}
