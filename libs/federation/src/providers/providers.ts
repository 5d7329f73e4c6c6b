import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DeclaredProviders } from './declared-providers.js';
import { StoredProvider } from './provider.entity.js';
import { isProviderId, type Provider } from './provider.js';
import { toProvider } from './provider-facts.js';
import { fromStored } from './stored-facts.js';

/** The external providers that users may sign in with. One of the file comes before one of the database with the same id. */
@Injectable()
export class Providers {
  constructor(
    private readonly database: Database,
    private readonly declared: DeclaredProviders,
    private readonly env: Env,
  ) {}

  /** Also one that is disabled. Null for an unknown or a malformed id. */
  find(id: string): Promise<Provider | null> {
    return this.read(id, false);
  }

  /**
   * A provider for a sign-in that a client has begun: null when it is unknown or disabled, or was changed since. To be called in
   * the transaction of the sign-in: changes of the provider wait for its end.
   * @param version of the provider when the sign-in began
   */
  async findUnchanged(id: string, version: string | undefined): Promise<Provider | null> {
    const provider = await this.read(id, true);
    return provider?.enabled && provider.version === version ? provider : null;
  }

  private async read(id: string, locked: boolean): Promise<Provider | null> {
    if (!isProviderId(id)) return null;
    const facts = this.declared.find(id);
    if (facts) return toProvider(facts);
    const rows = this.database.repo(StoredProvider).createQueryBuilder('provider').where({ id });
    // SQLite runs one transaction at a time.
    const row = await (locked && this.env.database.type === 'mysql' ? rows.setLock('pessimistic_read') : rows).getOne();
    return row && fromStored(row);
  }

  /** All providers, in the order of their ids. */
  async list(): Promise<Provider[]> {
    const rows = await this.database.repo(StoredProvider).find();
    const stored = rows.filter(({ id }) => !this.declared.find(id)).map(fromStored);
    const all = [...stored, ...this.declared.all.map(toProvider)];
    return all.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The enabled providers, in the order of their ids. */
  async listEnabled(): Promise<Provider[]> {
    return (await this.list()).filter(({ enabled }) => enabled);
  }
}
