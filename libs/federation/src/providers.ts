import { createHash } from 'node:crypto';
import { Env, SecretBox } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import {
  isProviderId,
  type Provider,
  type ProviderKind,
  type ProviderSecrets,
  StoredProvider,
} from './provider.entity.js';
import { KIND_DEFAULTS } from './provider-kinds.js';

/** The providers of the file in `PROVIDERS_FILE`, after their checks. */
@Injectable()
export class DeclaredProviders {
  private readonly facts = new Map<string, ProviderFacts>();

  declare(facts: ProviderFacts): void {
    this.facts.set(facts.id, facts);
  }

  find(id: string): ProviderFacts | undefined {
    return this.facts.get(id);
  }

  get all(): ProviderFacts[] {
    return [...this.facts.values()];
  }
}

/** A provider as an administrator describes it. */
export interface ProviderFacts extends Omit<Provider, 'issuer' | 'source' | 'version' | 'madeBy'> {
  /** Null for the usual issuer of the kind. */
  issuer: string | null;
  /** The client secret, or Apple's private key; null for a client without one. */
  secret: string | null;
}

type Given = Partial<ProviderFacts> & Pick<ProviderFacts, 'id' | 'kind' | 'name' | 'clientId'>;

/** Adds the defaults. */
export function completeFacts(given: Given): ProviderFacts {
  const defaults = {
    issuer: null,
    secret: null,
    teamId: null,
    keyId: null,
    scopes: KIND_DEFAULTS[given.kind].scopes,
    tenants: [],
    emailDomains: [],
    signUp: true,
    linking: 'auto' as const,
    trustMfa: false,
    enabled: true,
    sessionMaxTtl: 0,
  };
  return Object.assign(defaults, definedOf(given));
}

/** Without the fields that were left out. */
export function definedOf<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

/** What a sign-in relies on: a change of it raises the version of the provider. */
const VERSIONED = ['issuer', 'clientId', 'tenants', 'emailDomains', 'linking', 'trustMfa', 'enabled'] as const;

/** Whether a change of these facts raises the version of a provider. */
export function raisesVersion(changed: (keyof ProviderFacts)[]): boolean {
  return VERSIONED.some((name) => changed.includes(name));
}

/** A provider of the file, without its secret, and with the usual issuer of its kind. Its version is a hash of its facts. */
export function toProvider({ secret: _, issuer: given, ...facts }: ProviderFacts): Provider {
  const issuer = given ?? usualIssuer(facts.kind, facts.tenants);
  const relied = VERSIONED.map((name) => ({ ...facts, issuer })[name]);
  const version = createHash('sha256').update(JSON.stringify(relied)).digest('hex');
  return { ...facts, issuer, version, madeBy: null, source: 'file' };
}

function usualIssuer(kind: ProviderKind, tenants: string[]): string {
  return KIND_DEFAULTS[kind].issuer(tenants) ?? '';
}

/** A provider of the database. */
export function fromStored(row: StoredProvider): Provider {
  const { secretsSealed: _, createdAt: _created, updatedAt: _updated, ...facts } = row;
  const tenants = wordsOf(row.tenants);
  return {
    ...facts,
    issuer: row.issuer ?? usualIssuer(row.kind, tenants),
    scopes: wordsOf(row.scopes),
    tenants,
    emailDomains: wordsOf(row.emailDomains),
    source: 'database',
  };
}

/** The columns of those facts that are given, except the secret. */
export function toColumns(
  facts: Partial<Omit<Provider, 'issuer' | 'source' | 'version'>> & { issuer?: string | null },
) {
  const { scopes, tenants, emailDomains, ...rest } = facts;
  return {
    ...rest,
    ...(scopes && { scopes: scopes.join(' ') }),
    ...(tenants && { tenants: tenants.join(' ') }),
    ...(emailDomains && { emailDomains: emailDomains.join(' ') }),
  };
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Not by TypeORM, whose statement MariaDB does not understand. Sign-ins do not wait for each other. */
const LOCK = 'SELECT version, session_max_ttl FROM providers WHERE id = ?';

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
    const stored = rows.filter(({ id }) => !this.declared.find(id)).map(fromStored);
    const all = [...stored, ...this.declared.all.map(toProvider)];
    return all.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The enabled providers, in the order of their ids. */
  async listEnabled(): Promise<Provider[]> {
    return (await this.list()).filter(({ enabled }) => enabled);
  }
}

/** The secrets of providers: in the database sealed with `AUTH_SECRET`, otherwise from the environment. */
@Injectable()
export class SecretStore {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly declared: DeclaredProviders,
  ) {
    this.box = new SecretBox(env, 'provider');
  }

  /** @param id of the provider: the secret of one opens for no other */
  seal(id: string, secret: string): string {
    return this.box.seal(secret, id);
  }

  /** @throws {Error} when neither `AUTH_SECRET` nor `AUTH_SECRET_PREVIOUS` opens the secret */
  async of({ id, kind, source }: Provider): Promise<ProviderSecrets> {
    const secret = source === 'file' ? (this.declared.find(id)?.secret ?? null) : await this.open(id);
    return kind === 'apple' ? { clientSecret: null, privateKey: secret } : { clientSecret: secret, privateKey: null };
  }

  /** What the previous secret has sealed is sealed anew. */
  private async open(id: string): Promise<string | null> {
    const row = await this.database.repo(StoredProvider).findOneBy({ id });
    if (!row?.secretsSealed) return null;
    const { secretsSealed } = row;
    const opened = this.box.open(secretsSealed, id);
    if (!opened) throw new Error(`the secret of the provider ${id} was sealed with another AUTH_SECRET`);
    if (opened.stale) {
      const resealed = this.seal(id, opened.text);
      await this.database.repo(StoredProvider).update({ id, secretsSealed }, { secretsSealed: resealed });
    }
    return opened.text;
  }
}
