import type { KeyObject } from 'node:crypto';
import type { KeySource } from '@app/auth';
import { SettingsError } from '@app/config';
import { Clock, Database, type ListPage, type PageRequest, PeriodicJobs } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { KeyPair, PublicJwk } from './key-pair.js';
import { type KeyPeriod, KeyRing, type LoadedKey } from './key-ring.js';
import { KeyStore } from './key-store.js';
import { earliestActivation, expiryOf, type KeyState, type KeyTimes, RELOAD_SECONDS, stateOf } from './key-times.js';
import type { SigningKey } from './signing-key.entity.js';

/** A key for an administrator. Times are seconds since the UNIX epoch. */
export interface ListedKey extends KeyTimes {
  alg: string;
  state: KeyState;
}

/** The next key to sign, and when it begins. */
export interface Succession {
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

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
    private readonly store: KeyStore,
  ) {}

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
    const { rows, nextCursor } = await this.store.page(page);
    const keys = await this.store.all();
    const now = this.clock.now();
    const listed = rows.map(({ kid, alg, createdAt, activatesAt }) => {
      return { kid, alg, createdAt, activatesAt, state: stateOf({ kid, createdAt, activatesAt }, keys, now) };
    });
    return { rows: listed, nextCursor };
  }

  /** The key that a rotation at this moment would activate: the scheduled one, if a rotation has begun. */
  async successor(): Promise<Succession> {
    const keys = await this.store.all();
    const now = this.clock.now();
    for (const { kid, activatesAt } of keys) {
      if (activatesAt !== null && activatesAt > now) return { kid, activatesAt, scheduled: true };
    }
    const next = keys.find(({ activatesAt }) => activatesAt === null) ?? (await this.store.add(now, null));
    return { kid: next.kid, activatesAt: earliestActivation(next, keys, now), scheduled: false };
  }

  /** Schedules a successor, and creates the next key. False when another rotation has scheduled it. */
  async promote({ kid, activatesAt }: Succession): Promise<boolean> {
    if (!(await this.store.schedule(kid, activatesAt))) return false;
    await this.store.add(this.clock.now(), null);
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
    const rows = await this.store.all();
    await this.putInMemory(rows, (kid) => {
      this.logger.warn(`The signing key ${kid} was sealed with an AUTH_SECRET that this process does not know.`);
    });
    const expired = rows.filter((row) => expiryOf(row, rows) <= this.clock.now()).map(({ kid }) => kid);
    if (expired.length > 0) await this.store.remove(expired);
  }

  /** @throws {SettingsError} when the keys were sealed with another `AUTH_SECRET` */
  private async prepare(): Promise<void> {
    const now = this.clock.now();
    const rows = await this.store.all();
    if (rows.length === 0) rows.push(await this.store.add(now, now));
    if (rows.every(({ activatesAt }) => activatesAt !== null)) rows.push(await this.store.add(now, null));
    await this.putInMemory(rows, throwWrongSecret);
  }

  /** Keeps the keys that can be opened. A key that is in memory already is not opened again. */
  private async putInMemory(rows: SigningKey[], unopened: (kid: string) => void): Promise<void> {
    const loaded: LoadedKey[] = [];
    for (const row of rows) {
      const { kid, createdAt, activatesAt } = row;
      const pair = this.ring?.find(kid) ?? (await this.store.open(row));
      if (pair) loaded.push({ ...pair, createdAt, activatesAt });
      else unopened(kid);
    }
    this.ring = new KeyRing(loaded, this.clock.now());
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
