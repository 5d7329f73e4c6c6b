import { randomUUID } from 'node:crypto';
import { Env } from '@app/config';
import { Clock, Database, isDuplicateKey, type Span, within } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { DeclaredProviders } from './declared-providers.js';
import { StoredProvider } from './provider.entity.js';
import { isProviderId } from './provider.js';
import { definedOf, type ProviderFacts, raisesVersion } from './provider-facts.js';
import { checkFacts, STORED_SECRET } from './provider-rules.js';
import { SecretStore } from './secret-store.js';
import { fromStored, toColumns } from './stored-facts.js';

/** What a change may contain. The id and the kind of a provider never change. */
export type ProviderChanges = Partial<Omit<ProviderFacts, 'id' | 'kind'>>;

/** Adds, changes and removes the providers of the database. To be called in the transaction of the event. */
@Injectable()
export class ProviderAdministration {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: SecretStore,
    private readonly declared: DeclaredProviders,
  ) {}

  /** @throws {ApiError} PROVIDER_EXISTS, INVALID_ISSUER, INVALID_REQUEST */
  async add(facts: ProviderFacts, madeBy: string): Promise<void> {
    checkFacts(facts, this.env.production);
    if (this.declared.find(facts.id)) throw new ApiError('PROVIDER_EXISTS');
    const { secret, ...rest } = facts;
    const now = this.clock.now();
    const row = {
      ...(toColumns(rest) as StoredProvider),
      secretsSealed: secret === null ? null : this.secrets.seal(facts.id, secret),
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
   * Changes what is given, and returns the names of what became different. A given secret counts as different.
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
    const secretsSealed = typeof secret === 'string' ? this.secrets.seal(id, secret) : row.secretsSealed;
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

  private async require(id: string): Promise<StoredProvider> {
    if (this.declared.find(id)) {
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
