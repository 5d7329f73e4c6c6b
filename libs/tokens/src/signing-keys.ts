import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { ACCESS_ALGORITHM, type KeySource } from '@app/auth';
import { Env, MAX_ACCESS_TOKEN_TTL, SecretBox, SettingsError } from '@app/config';
import { Clock, Database, findPage, type ListPage, type PageRequest, PeriodicJobs } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Column, Entity, In, IsNull, PrimaryColumn } from 'typeorm';

/** How many seconds other services may cache the published key set. */
export const JWKS_CACHE_SECONDS = 300;

/** How often each process reads the keys again, since other processes change them. */
const RELOAD_SECONDS = 10;

/**
 * How long a key is published before it signs, so that all cached key sets contain it by then. Another process may publish
 * a set without the key until its next reload; this allows for three reloads.
 */
const PUBLISH_AHEAD_SECONDS = JWKS_CACHE_SECONDS + 3 * RELOAD_SECONDS;

/**
 * How long a key verifies after its successor began to sign: the longest life of a token, and five minutes for a process
 * that loads the successor late or whose clock is behind.
 */
const RETIREMENT_SECONDS = MAX_ACCESS_TOKEN_TTL + 300;

/** A `next` key is published and will sign, the `active` key signs, a `retired` key only verifies. */
export const KEY_STATES = ['next', 'active', 'retired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/**
 * The values that determine the state of a key. The state is not stored, so that it changes in all processes in the same
 * second.
 */
type KeyTimes = Pick<SigningKey, 'kid' | 'createdAt' | 'activatesAt'>;

type Scheduled<T extends KeyTimes> = T & { activatesAt: number };

/** The keys that have signed, sign, or are scheduled to sign, in this order. */
function succession<T extends KeyTimes>(keys: readonly T[]): Scheduled<T>[] {
  const scheduled = keys.filter((key): key is Scheduled<T> => key.activatesAt !== null);
  return scheduled.sort((one, other) => one.activatesAt - other.activatesAt || (one.kid < other.kid ? -1 : 1));
}

/**
 * The key that signs: the newest one whose time has come. The first key signs also before its time, if a clock is behind.
 */
export function activeKey<T extends KeyTimes>(keys: readonly T[], now: number): Scheduled<T> {
  const [first, ...later] = succession(keys);
  if (first === undefined) throw new Error('No signing key is scheduled to sign.');
  return later.findLast(({ activatesAt }) => activatesAt <= now) ?? first;
}

function stateOf(key: KeyTimes, keys: readonly KeyTimes[], now: number): KeyState {
  if (key.kid === activeKey(keys, now).kid) return 'active';
  return key.activatesAt === null || key.activatesAt > now ? 'next' : 'retired';
}

/** When the last token that a key has signed is expired; never for a key without a successor. */
function expiryOf({ kid }: KeyTimes, keys: readonly KeyTimes[]): number {
  const ordered = succession(keys);
  const index = ordered.findIndex((key) => key.kid === kid);
  const successor = index === -1 ? undefined : ordered[index + 1];
  return successor === undefined ? Number.POSITIVE_INFINITY : successor.activatesAt + RETIREMENT_SECONDS;
}

/**
 * The earliest second in which an unscheduled key may begin to sign. The second of the two keys that the first start creates
 * need not wait: every published key set has contained it.
 */
function earliestActivation(next: KeyTimes, keys: readonly KeyTimes[], now: number): number {
  const firstPair = keys.length === 2 && keys.every(({ createdAt }) => createdAt === next.createdAt);
  const published = firstPair ? next.createdAt : next.createdAt + PUBLISH_AHEAD_SECONDS;
  return Math.max(now, published, activeKey(keys, now).activatesAt + 1);
}

/** A key in memory, ready for use. */
type LoadedKey = KeyPair & KeyTimes;

/** The roles of the keys from one change to the next. Each request reads it, and it changes a few times a day. */
interface KeyPeriod {
  /** The first second of the period, and the first second after it. */
  from: number;
  until: number;
  /** The key that signs. */
  signer: LoadedKey;
  /** The keys that verify, by `kid`. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** The published keys: the signing key, then the others, newest first. */
  published: PublicJwk[];
}

/**
 * The keys in memory. The clock decides which key signs and which keys verify, so that all processes agree without
 * messages.
 */
export class KeyRing {
  private period: KeyPeriod;

  constructor(
    private readonly keys: readonly LoadedKey[],
    now: number,
  ) {
    this.period = this.periodAt(now);
  }

  at(now: number): KeyPeriod {
    if (now < this.period.from || now >= this.period.until) this.period = this.periodAt(now);
    return this.period;
  }

  find(kid: string): LoadedKey | undefined {
    return this.keys.find((key) => key.kid === kid);
  }

  private periodAt(now: number): KeyPeriod {
    const signer = activeKey(this.keys, now);
    const others = this.keys.filter((key) => key !== signer && now < expiryOf(key, this.keys));
    const usable = [signer, ...others.sort((one, other) => other.createdAt - one.createdAt)];
    const changes = this.keys.flatMap((key) => [key.activatesAt ?? Number.POSITIVE_INFINITY, expiryOf(key, this.keys)]);
    return {
      from: Math.max(...changes.filter((change) => change <= now)),
      until: Math.min(...changes.filter((change) => change > now)),
      signer,
      publicKeys: new Map(usable.map(({ kid, publicKey }) => [kid, publicKey])),
      published: usable.map(({ jwk }) => jwk),
    };
  }
}

/** A public key as `/.well-known/jwks.json` shows it (RFC 7517). */
export interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid: string;
  alg: string;
  use: 'sig';
}

/** Both halves of a signing key, ready for use. */
interface KeyPair {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: PublicJwk;
}

/**
 * A new key on the curve of ES256 (RFC 7518, section 3.4). It is read from its text: in Node.js 20, a garbage collection while
 * the JWK of a generated key is written can wait for the lock of this key forever.
 * @public for a test, which makes many
 */
export function generateKey(): KeyPair {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return readKey(privateKey);
}

/** The key pair of a private key in PEM. */
function readKey(pem: string): KeyPair {
  return toPair(createPrivateKey(pem));
}

/** The private half, for `readKey()`. */
function writeKey({ privateKey }: KeyPair): string {
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
}

function toPair(privateKey: KeyObject): KeyPair {
  const publicKey = createPublicKey(privateKey);
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = thumbprint({ crv, kty, x, y });
  return { kid, privateKey, publicKey, jwk: { kty, crv, x, y, kid, alg: ACCESS_ALGORITHM, use: 'sig' } };
}

/** The SHA-256 thumbprint of an elliptic-curve key (RFC 7638, section 3). */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** A key pair that signs access tokens. The private key is sealed with `AUTH_SECRET`. */
@Entity('signing_keys')
export class SigningKey {
  /** The JWK thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('varchar', { length: 64 })
  kid!: string;

  @Column('varchar', { length: 10 })
  alg!: string;

  /** The service derives the public key from it. */
  @Column('text', { name: 'private_sealed' })
  privateSealed!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When the key begins to sign, in seconds since the UNIX epoch; null while it is not scheduled. */
  @Column('int', { unsigned: true, name: 'activates_at', nullable: true })
  activatesAt!: number | null;
}

/** The purpose of the seal on private keys: see `SecretBox`. */
export const KEY_SEAL = 'signing-key';

/** A key for an administrator. Times are seconds since the UNIX epoch. */
export interface ListedKey extends KeyTimes {
  alg: string;
  state: KeyState;
}

/** The next key to sign, and when it begins. */
interface Succession {
  kid: string;
  activatesAt: number;
  /** Whether this time is stored already. */
  scheduled: boolean;
}

/**
 * The keys of access tokens: created at the first start, stored sealed in the database, and loaded into memory. There is
 * always a `next` key, which is published and does not sign yet.
 */
@Injectable()
export class SigningKeys implements KeySource, OnModuleInit {
  private readonly logger = new Logger('SigningKeys');
  private ring: KeyRing | undefined;
  private reloading: Promise<void> = Promise.resolve();
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {
    this.box = new SecretBox(env, KEY_SEAL);
  }

  onModuleInit(): void {
    this.database.beforeUse(() => this.prepare());
    this.jobs.every(RELOAD_SECONDS, 'to reload the signing keys', () => this.reload());
  }

  /**
   * The key that signs.
   * @throws {ApiError} UNAVAILABLE until the keys are loaded; so do `publicKey()` and `publicJwks()`
   */
  signer(): Pick<KeyPair, 'kid' | 'privateKey'> {
    return this.period().signer;
  }

  publicKey(kid: string): KeyObject | undefined {
    return this.period().publicKeys.get(kid);
  }

  publicJwks(): PublicJwk[] {
    return this.period().published;
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<ListPage<ListedKey>> {
    // So few rows need no index.
    const query = this.rows.createQueryBuilder('signing_key');
    const { rows, nextCursor } = await findPage(query, { by: ['createdAt', 'kid'], descending: true }, page);
    const keys = await this.all();
    const now = this.clock.now();
    const listed = rows.map(({ kid, alg, createdAt, activatesAt }) => {
      return { kid, alg, createdAt, activatesAt, state: stateOf({ kid, createdAt, activatesAt }, keys, now) };
    });
    return { rows: listed, nextCursor };
  }

  /** The key that a rotation at this moment would activate: the scheduled one, if a rotation has begun. */
  async successor(): Promise<Succession> {
    const keys = await this.all();
    const now = this.clock.now();
    for (const { kid, activatesAt } of keys) {
      if (activatesAt !== null && activatesAt > now) return { kid, activatesAt, scheduled: true };
    }
    const next = keys.find(({ activatesAt }) => activatesAt === null) ?? (await this.add(now, null));
    return { kid: next.kid, activatesAt: earliestActivation(next, keys, now), scheduled: false };
  }

  /** Schedules a successor, and creates the next key. False when another rotation has scheduled it. */
  async promote({ kid, activatesAt }: Succession): Promise<boolean> {
    // One conditional update: of several parallel calls only one succeeds.
    const { affected } = await this.rows.update({ kid, activatesAt: IsNull() }, { activatesAt });
    if (affected !== 1) return false;
    await this.add(this.clock.now(), null);
    return true;
  }

  /** Loads the changes of other processes. The keys in memory stay in use when this fails. */
  reload(): Promise<void> {
    // One after the other, so that an older result never replaces a newer one.
    const turn = this.reloading.then(() => this.load());
    this.reloading = turn.catch(() => undefined);
    return turn;
  }

  private async load(): Promise<void> {
    const rows = await this.all();
    await this.putInMemory(rows, (kid) => {
      this.logger.warn(`The signing key ${kid} was sealed with an AUTH_SECRET that this process does not know.`);
    });
    const expired = rows.filter((row) => expiryOf(row, rows) <= this.clock.now()).map(({ kid }) => kid);
    if (expired.length > 0) await this.rows.delete({ kid: In(expired) });
  }

  /** @throws {SettingsError} when the keys were sealed with another `AUTH_SECRET` */
  private async prepare(): Promise<void> {
    const now = this.clock.now();
    const rows = await this.all();
    if (rows.length === 0) rows.push(await this.add(now, now));
    if (rows.every(({ activatesAt }) => activatesAt !== null)) rows.push(await this.add(now, null));
    await this.putInMemory(rows, throwWrongSecret);
  }

  /** Keeps the keys that can be opened. A key that is in memory already is not opened again. */
  private async putInMemory(rows: SigningKey[], unopened: (kid: string) => void): Promise<void> {
    const loaded: LoadedKey[] = [];
    for (const row of rows) {
      const { kid, createdAt, activatesAt } = row;
      const pair = this.ring?.find(kid) ?? (await this.open(row));
      if (pair) loaded.push({ ...pair, createdAt, activatesAt });
      else unopened(kid);
    }
    this.ring = new KeyRing(loaded, this.clock.now());
  }

  private get rows() {
    return this.database.repo(SigningKey);
  }

  /** All keys, oldest first. There are seldom more than four. */
  private all(): Promise<SigningKey[]> {
    return this.rows.find({ order: { createdAt: 'ASC', kid: 'ASC' } });
  }

  /** Creates a key. Without `activatesAt` its state is `next`. */
  private async add(createdAt: number, activatesAt: number | null): Promise<SigningKey> {
    const pair = generateKey();
    const { kid } = pair;
    const privateSealed = this.box.seal(writeKey(pair), kid);
    const key = { kid, alg: ACCESS_ALGORITHM, privateSealed, createdAt, activatesAt };
    await this.rows.insert(key);
    return key;
  }

  /**
   * Opens a key; undefined when it was sealed with an unknown secret. A key that was sealed with the previous secret is sealed
   * again with the current one. The public key comes from the sealed private key, too, so that write access to the table is
   * not enough to add a trusted key.
   */
  private async open({ kid, privateSealed }: SigningKey): Promise<KeyPair | undefined> {
    const opened = this.box.open(privateSealed, kid);
    if (opened?.stale) {
      const resealed = { privateSealed: this.box.seal(opened.text, kid) };
      await this.rows.update({ kid, privateSealed }, resealed);
    }
    return opened && readKey(opened.text);
  }

  private period(): KeyPeriod {
    if (this.ring === undefined) throw new ApiError('UNAVAILABLE');
    return this.ring.at(this.clock.now());
  }
}

function throwWrongSecret(): never {
  throw new SettingsError([
    {
      variable: 'AUTH_SECRET',
      wrong: 'it is not the secret that the signing keys in this database were sealed with',
      allowed: 'the same secret as before; while replacing it, the old one in AUTH_SECRET_PREVIOUS',
    },
  ]);
}
