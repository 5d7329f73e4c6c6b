import { Env, SettingsError } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import {
  checkFacts,
  type ProbeResult,
  type Provider,
  type ProviderChanges,
  type ProviderFacts,
  ProviderProbe,
  Providers,
} from '@app/federation';
import { SessionRevoker } from '@app/tokens';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { RecordReader } from '../input/records.js';
import { Access } from '../revocation/access.js';

/** What of a provider is to change. */
export interface ProviderChange extends Omit<ProviderChanges, 'secret'> {
  /** It never changes: only the current one is accepted. */
  kind?: Provider['kind'];
  /** Only that of the kind counts: Apple's secret is a private key. */
  secret: { client_secret?: string; private_key?: string };
  endSessions?: boolean;
}

/** The field of the admin API with the secret of a provider. */
const secretField = (kind: Provider['kind']) => (kind === 'apple' ? 'private_key' : 'client_secret');

/** The names of fields for the event of a change. */
function fieldNames(names: (keyof ProviderFacts)[], kind: Provider['kind']): string[] {
  return names.map((name) =>
    name === 'secret' ? secretField(kind) : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** Adds, changes, removes and tests external providers. Each change is an event with the names of the fields, no values. */
@Injectable()
export class AdminProviderService {
  constructor(
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly providers: Providers,
    private readonly probe: ProviderProbe,
    private readonly sessions: SessionRevoker,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} PROVIDER_NOT_FOUND */
  async get(id: string): Promise<Provider> {
    const provider = await this.providers.find(id);
    if (!provider) throw new ApiError('PROVIDER_NOT_FOUND');
    return provider;
  }

  /** @throws {ApiError} PROVIDER_EXISTS, INVALID_ISSUER, INVALID_REQUEST */
  async create(facts: ProviderFacts): Promise<Provider> {
    await this.database.transaction(async () => {
      await this.providers.add(facts, currentActor().actor);
      await this.record(facts.id, 'created', []);
    });
    return this.get(facts.id);
  }

  /**
   * A new `session_max_ttl` counts for open sessions, too.
   * @throws {ApiError} PROVIDER_NOT_FOUND, INVALID_ISSUER, REAUTHENTICATION_REQUIRED; INVALID_REQUEST, also for another kind
   */
  async change(id: string, { kind: asked, endSessions, ...change }: ProviderChange): Promise<Provider> {
    const { kind } = await this.get(id);
    if (asked !== undefined && asked !== kind) {
      throw new ApiError('INVALID_REQUEST', 'The kind of a provider cannot change. Add another provider instead.');
    }
    if (endSessions && change.enabled !== false) {
      throw new ApiError('INVALID_REQUEST', 'end_sessions needs enabled: false, since the sessions could begin again.');
    }
    await this.database.transaction(async () => {
      const changes = { ...change, secret: change.secret[secretField(kind)] };
      const changed = await this.providers.change(id, changes);
      const widened = changed.some((name) => widens(name, changes));
      if (widened) await this.rank.requireFactorFor('provider_change');
      if (changed.length > 0) await this.record(id, 'updated', fieldNames(changed, kind), widened);
      if (changes.sessionMaxTtl !== undefined) await this.sessions.limit(id, changes.sessionMaxTtl);
    });
    // After the commit, no sign-in under way can open another one.
    if (endSessions) await this.access.endProvider(id);
    return this.get(id);
  }

  /**
   * The identities of users stay. Their keys contain the issuer, so a later provider with this id finds only those of the
   * same issuer.
   * @throws {ApiError} PROVIDER_NOT_FOUND; INVALID_REQUEST for a provider of the file
   */
  async remove(id: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.providers.remove(id);
      await this.record(id, 'deleted', []);
    });
  }

  /**
   * Ends the sessions and the sign-ins under way of a provider, also of one that was removed. Returns the number of users.
   * @param reached receives the number of users from time to time
   * @throws {ApiError} PROVIDER_NOT_FOUND for a provider that does not exist and has no sessions
   */
  async endSessions(id: string, reached: (users: number) => void): Promise<number> {
    const users = await this.access.endProvider(id, reached);
    if (users === 0) await this.get(id);
    return users;
  }

  /** @throws {ApiError} PROVIDER_NOT_FOUND */
  async test(id: string): Promise<ProbeResult> {
    return this.probe.probe(await this.get(id));
  }

  private record(id: string, change: string, fields: string[], widened = false): Promise<void> {
    const data = { provider: id, change, fields, ...(widened && { widened }) };
    return this.events.record('provider.changed', { data });
  }
}

/** Changes that let nobody in who could not sign in before. */
const HARMLESS: (keyof ProviderFacts)[] = ['name', 'scopes', 'sessionMaxTtl'];

/** Whether a changed field leads to another place, or lets more people in. */
function widens(name: keyof ProviderFacts, { signUp, trustMfa, enabled, linking }: ProviderChanges): boolean {
  const narrowed = { signUp: signUp === false, trustMfa: trustMfa === false, enabled: enabled === false };
  if (name === 'linking') return linking === 'auto';
  return !HARMLESS.includes(name) && !narrowed[name as keyof typeof narrowed];
}

/** Checks the providers of the file in `PROVIDERS_FILE` by the rules of the admin API. A wrong one stops the start. */
@Injectable()
export class FileProviders implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly records: RecordReader,
    private readonly providers: Providers,
  ) {}

  /** @throws {SettingsError} */
  onModuleInit(): void {
    for (const facts of readFileProviders(this.env, this.records)) this.providers.declare(facts);
  }
}

/** @throws {SettingsError} naming the first entry that is wrong */
export function readFileProviders({ providerEntries, production }: Env, records: RecordReader): ProviderFacts[] {
  const known = new Set<string>();
  return providerEntries.map((entry, index) => {
    try {
      const facts = records.provider(entry);
      checkFacts(facts, production);
      if (known.has(facts.id)) throw new ApiError('PROVIDER_EXISTS');
      known.add(facts.id);
      return facts;
    } catch (error) {
      const wrong = `provider ${index + 1} of the file: ${(error as Error).message}`;
      throw new SettingsError([
        { variable: 'PROVIDERS_FILE', wrong, allowed: 'what docs/provider-administration.md describes' },
      ]);
    }
  });
}
