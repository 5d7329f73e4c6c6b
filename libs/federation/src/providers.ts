import { randomUUID } from 'node:crypto';
import { Env, SecretBox } from '@app/config';
import { Clock, Database, isDuplicateKey, type Span, within } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { isProviderId, type Provider, type ProviderSecrets, StoredProvider } from './provider.entity.js';
import {
  checkFacts,
  definedOf,
  fromStored,
  type ProviderChanges,
  type ProviderFacts,
  raisesVersion,
  STORED_SECRET,
  toColumns,
  toProvider,
} from './provider-facts.js';

/** Not by TypeORM, whose statement MariaDB does not understand. Sign-ins do not wait for each other. */
const LOCK = 'SELECT version, session_max_ttl FROM providers WHERE id = ?';

/** The external providers that users may sign in with. One of the file comes before one of the database with the same id. */
@Injectable()
export class Providers {
  /** The providers of the file in `PROVIDERS_FILE`, after their checks, by id. */
  private readonly declared = new Map<string, ProviderFacts>();
  /** The secrets in the database are sealed with `AUTH_SECRET`, each for its provider: it opens for no other. */
  private readonly box: SecretBox;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'provider');
  }

  /** Adds a provider of the file. */
  declare(facts: ProviderFacts): void {
    this.declared.set(facts.id, facts);
  }

  /** Also one that is disabled. Null for an unknown or a malformed id. */
  async find(id: string): Promise<Provider | null> {
    if (!isProviderId(id)) return null;
    const facts = this.declared.get(id);
    if (facts) return toProvider(facts);
    const row = await this.database.repo(StoredProvider).findOneBy({ id });
    return row && fromStored(row);
  }

  /**
   * A provider for a sign-in that a client has begun: null when it is unknown or disabled, or was changed since. In the transaction
   * of the sign-in, changes of the provider wait for its end.
   * @param version of the provider when the sign-in began
   */
  async findUnchanged(id: string, version: string | undefined): Promise<Provider | null> {
    const { locksRows } = this.database.dialect;
    const locked = locksRows ? await this.database.select(LOCK, [id], true) : [];
    const provider = await this.find(id);
    if (!provider?.enabled || provider.version !== version) return null;
    // The transaction may read an older state than that of the locked row.
    if (provider.source === 'file' || !locksRows) return provider;
    const [row] = locked;
    return row?.version === version ? { ...provider, sessionMaxTtl: Number(row?.session_max_ttl) } : null;
  }

  /** All providers, in the order of their ids. */
  async list(): Promise<Provider[]> {
    const rows = await this.database.repo(StoredProvider).find();
    const stored = rows.filter(({ id }) => !this.declared.has(id)).map(fromStored);
    const all = [...stored, ...[...this.declared.values()].map(toProvider)];
    return all.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The enabled providers, in the order of their ids. */
  async listEnabled(): Promise<Provider[]> {
    return (await this.list()).filter(({ enabled }) => enabled);
  }

  /** @throws {Error} when neither `AUTH_SECRET` nor `AUTH_SECRET_PREVIOUS` opens the secret */
  async secretsOf({ id, kind, source }: Provider): Promise<ProviderSecrets> {
    const secret = source === 'file' ? (this.declared.get(id)?.secret ?? null) : await this.openSecret(id);
    return kind === 'apple' ? { clientSecret: null, privateKey: secret } : { clientSecret: secret, privateKey: null };
  }

  /**
   * Adds a provider of the database, in the transaction of the event.
   * @throws {ApiError} PROVIDER_EXISTS, INVALID_ISSUER, INVALID_REQUEST
   */
  async add(facts: ProviderFacts, madeBy: string): Promise<void> {
    checkFacts(facts, this.env.production);
    if (this.declared.has(facts.id)) throw new ApiError('PROVIDER_EXISTS');
    const { secret, ...rest } = facts;
    const now = this.clock.now();
    const row = {
      ...(toColumns(rest) as StoredProvider),
      secretsSealed: secret === null ? null : this.box.seal(secret, facts.id),
      version: randomUUID(),
      madeBy,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.insert(StoredProvider, [row]).catch((cause: unknown) => {
      throw isDuplicateKey(cause) ? new ApiError('PROVIDER_EXISTS', undefined, { cause }) : cause;
    });
  }

  /**
   * Changes what is given, in the transaction of the event, and returns the names of what became different. A given secret counts as different.
   * @throws {ApiError} PROVIDER_NOT_FOUND, INVALID_ISSUER; INVALID_REQUEST, also for a provider of the file
   */
  async change(id: string, given: ProviderChanges): Promise<(keyof ProviderFacts)[]> {
    const row = await this.require(id);
    const changes = definedOf(given);
    const { source: _, version: __, ...provider } = fromStored(row);
    const { secret, ...rest } = changes;
    const before = { ...provider, issuer: row.issuer };
    const after = { ...before, ...rest };
    const stored = row.secretsSealed === null ? null : STORED_SECRET;
    checkFacts({ ...after, secret: secret ?? stored }, this.env.production, given.issuer !== undefined);
    const names = Object.keys(changes) as (keyof ProviderChanges)[];
    const changed = names.filter((name) => name === 'secret' || !isSame(before[name], after[name]));
    if (changed.length === 0) return [];
    // The new issuer would receive the secret that the earlier one knows.
    if (changed.includes('issuer') && stored !== null && typeof secret !== 'string') {
      const field = row.kind === 'apple' ? 'private_key' : 'client_secret';
      throw new ApiError('INVALID_REQUEST', `${field} is required with a new issuer: it would receive the stored one.`);
    }
    const secretsSealed = typeof secret === 'string' ? this.box.seal(secret, id) : row.secretsSealed;
    const columns = {
      ...toColumns(rest),
      secretsSealed,
      // Left out otherwise: another change at the same time may have raised it.
      ...(raisesVersion(changed) && { version: randomUUID() }),
      updatedAt: this.clock.now(),
    };
    await this.database.repo(StoredProvider).update({ id }, columns);
    return changed;
  }

  /** The ids of the providers that somebody has made in a time, enabled or not. */
  async madeBy(madeBy: string, span: Span): Promise<string[]> {
    const found = await this.database.repo(StoredProvider).findBy({ madeBy, createdAt: within(span) });
    return found.map(({ id }) => id);
  }

  /**
   * Switches a stored provider off, whatever its facts are: a file may declare its id by now, and be without it again later. False when
   * it is off already, or there is none.
   */
  async switchOff(id: string): Promise<boolean> {
    const changes = { enabled: false, updatedAt: this.clock.now() };
    return (await this.database.repo(StoredProvider).update({ id, enabled: true }, changes)).affected === 1;
  }

  /** @throws {ApiError} PROVIDER_NOT_FOUND; INVALID_REQUEST for a provider of the file */
  async remove(id: string): Promise<void> {
    await this.require(id);
    const { affected } = await this.database.repo(StoredProvider).delete({ id });
    if (affected !== 1) throw new ApiError('PROVIDER_NOT_FOUND');
  }

  /** What the previous secret has sealed is sealed anew. */
  private async openSecret(id: string): Promise<string | null> {
    const row = await this.database.repo(StoredProvider).findOneBy({ id });
    if (!row?.secretsSealed) return null;
    const { secretsSealed } = row;
    const opened = this.box.open(secretsSealed, id);
    if (!opened) throw new Error(`the secret of the provider ${id} was sealed with another AUTH_SECRET`);
    if (opened.stale) {
      const resealed = this.box.seal(opened.text, id);
      await this.database.repo(StoredProvider).update({ id, secretsSealed }, { secretsSealed: resealed });
    }
    return opened.text;
  }

  private async require(id: string): Promise<StoredProvider> {
    if (this.declared.has(id)) {
      const cure = 'This provider is in the file of PROVIDERS_FILE. Change it there, and restart the service.';
      throw new ApiError('INVALID_REQUEST', cure);
    }
    const row = isProviderId(id) ? await this.database.repo(StoredProvider).findOneBy({ id }) : null;
    if (!row) throw new ApiError('PROVIDER_NOT_FOUND');
    return row;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
