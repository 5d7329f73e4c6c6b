import type { KeyObject } from 'node:crypto';
import type { KeySource } from '@app/auth';
import { SettingsError } from '@app/config';
import { Chores, Clock, Database, type Page, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { KeyPair, PublicJwk } from './key-pair.js';
import { type HeldKey, KeyRing, type Moment } from './key-ring.js';
import { KeyStore } from './key-store.js';
import { deadAt, type KeyState, type KeyTimes, RELOAD_SECONDS, stateOf, takeOverTime } from './key-times.js';
import type { SigningKey } from './signing-key.entity.js';

/** A key as an administrator sees it. Times are seconds since the UNIX epoch. */
export interface ListedKey extends KeyTimes {
  alg: string;
  state: KeyState;
}

/** The key that takes over, and when. */
export interface Succession {
  kid: string;
  activatesAt: number;
  /** Whether that has been decided already. */
  decided: boolean;
}

/**
 * The keys of access tokens: made at first start, kept sealed in the database, held in memory for use. There is always
 * a `next` one that is published and does not sign yet.
 */
@Injectable()
export class SigningKeys implements KeySource, OnModuleInit {
  private readonly logger = new Logger('SigningKeys');
  private ring: KeyRing | undefined;
  private reloading: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly chores: Chores,
    private readonly store: KeyStore,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.prepare());
    this.chores.every(RELOAD_SECONDS, 'to reload the signing keys', () => this.reload());
  }

  /**
   * The key that signs.
   * @throws {ApiError} UNAVAILABLE while the database has not been reached yet, as the next two
   */
  signer(): Pick<KeyPair, 'kid' | 'privateKey'> {
    return this.moment().signer;
  }

  publicKey(kid: string): KeyObject | undefined {
    return this.moment().publicKeys.get(kid);
  }

  publicJwks(): PublicJwk[] {
    return this.moment().published;
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Page<ListedKey>> {
    const { rows, nextCursor } = await this.store.page(page);
    const keys = await this.store.all();
    const now = this.clock.now();
    const listed = rows.map(({ kid, alg, createdAt, activatesAt }) => {
      return { kid, alg, createdAt, activatesAt, state: stateOf({ kid, createdAt, activatesAt }, keys, now) };
    });
    return { rows: listed, nextCursor };
  }

  /** Which key takes over if a rotation is asked for now: the one that is about to, if a rotation is under way. */
  async successor(): Promise<Succession> {
    const keys = await this.store.all();
    const now = this.clock.now();
    for (const { kid, activatesAt } of keys) {
      if (activatesAt !== null && activatesAt > now) return { kid, activatesAt, decided: true };
    }
    const next = keys.find(({ activatesAt }) => activatesAt === null) ?? (await this.store.add(now, null));
    return { kid: next.kid, activatesAt: takeOverTime(next, keys, now), decided: false };
  }

  /**
   * Lets a successor take over at its time, and makes the next one. False when another rotation has done so. To be
   * called in a transaction.
   */
  async promote({ kid, activatesAt }: Succession): Promise<boolean> {
    if (!(await this.store.schedule(kid, activatesAt))) return false;
    await this.store.add(this.clock.now(), null);
    return true;
  }

  /** Takes over what other processes have done to the keys. Those in memory stay in use when that fails. */
  reload(): Promise<void> {
    // One after the other, so that what was read first never replaces what was read later.
    const turn = this.reloading.then(() => this.load());
    this.reloading = turn.catch(() => undefined);
    return turn;
  }

  private async load(): Promise<void> {
    const rows = await this.store.all();
    await this.hold(rows, (kid) => {
      this.logger.warn(`The signing key ${kid} was sealed with an AUTH_SECRET that this process does not know.`);
    });
    const dead = rows.filter((row) => deadAt(row, rows) <= this.clock.now()).map(({ kid }) => kid);
    if (dead.length > 0) await this.store.remove(dead);
  }

  /** @throws {SettingsError} when `AUTH_SECRET` is not the one that sealed the keys */
  private async prepare(): Promise<void> {
    const now = this.clock.now();
    const rows = await this.store.all();
    if (rows.length === 0) rows.push(await this.store.add(now, now));
    if (rows.every(({ activatesAt }) => activatesAt !== null)) rows.push(await this.store.add(now, null));
    await this.hold(rows, refuse);
  }

  /** Puts the keys into memory that can be opened. One that is there already is not opened again. */
  private async hold(rows: SigningKey[], unopened: (kid: string) => void): Promise<void> {
    const held: HeldKey[] = [];
    for (const row of rows) {
      const { kid, createdAt, activatesAt } = row;
      const pair = this.ring?.find(kid) ?? (await this.store.open(row));
      if (pair) held.push({ ...pair, createdAt, activatesAt });
      else unopened(kid);
    }
    this.ring = new KeyRing(held, this.clock.now());
  }

  private moment(): Moment {
    if (this.ring === undefined) throw new ApiError('UNAVAILABLE');
    return this.ring.at(this.clock.now());
  }
}

function refuse(): never {
  throw new SettingsError([
    {
      variable: 'AUTH_SECRET',
      wrong: 'it is not the secret that the signing keys in this database were sealed with',
      allowed: 'the same secret as before; while replacing it, the old one in AUTH_SECRET_PREVIOUS',
    },
  ]);
}
