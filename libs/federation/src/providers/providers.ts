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
  ) {}

  /** Also one that is disabled. Null for an unknown or a malformed id. */
  async find(id: string): Promise<Provider | null> {
    if (!isProviderId(id)) return null;
    const facts = this.declared.find(id);
    if (facts) return toProvider(facts, 'file');
    const row = await this.database.repo(StoredProvider).findOneBy({ id });
    return row && fromStored(row);
  }

  /** All providers, in the order of their ids. */
  async list(): Promise<Provider[]> {
    const rows = await this.database.repo(StoredProvider).find();
    const stored = rows.filter(({ id }) => !this.declared.find(id)).map(fromStored);
    const all = [...stored, ...this.declared.all.map((facts) => toProvider(facts, 'file'))];
    return all.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The enabled providers, in the order of their ids. */
  async listEnabled(): Promise<Provider[]> {
    return (await this.list()).filter(({ enabled }) => enabled);
  }
}
