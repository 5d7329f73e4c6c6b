import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DeclaredProviders } from './declared-providers.js';
import { StoredProvider } from './provider.entity.js';
import { isProviderId, type Provider } from './provider.js';
import { toProvider } from './provider-facts.js';
import { fromStored } from './stored-facts.js';

/** Not by TypeORM, whose statement MariaDB does not understand. Sign-ins do not wait for each other. */
const LOCK = 'SELECT version, session_max_ttl FROM providers WHERE id = ? LOCK IN SHARE MODE';

/** The external providers that users may sign in with. One of the file comes before one of the database with the same id. */
@Injectable()
export class Providers {
  constructor(
    private readonly database: Database,
    private readonly declared: DeclaredProviders,
    private readonly env: Env,
  ) {}

  /** Also one that is disabled. Null for an unknown or a malformed id. */
  async find(id: string): Promise<Provider | null> {
    if (!isProviderId(id)) return null;
    const facts = this.declared.find(id);
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
    const locked = this.env.database.type === 'mysql' ? await this.database.select(LOCK, [id]) : [];
    const provider = await this.find(id);
    if (!provider?.enabled || provider.version !== version) return null;
    // SQLite runs one transaction at a time. On MySQL, the transaction may read an older state than that of the locked row.
    if (provider.source === 'file' || this.env.database.type !== 'mysql') return provider;
    const [row] = locked;
    return row?.version === version ? { ...provider, sessionMaxTtl: Number(row?.session_max_ttl) } : null;
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
