import { createPrivateKey, randomUUID } from 'node:crypto';
import { Env } from '@app/config';
import { Clock, Database, isDuplicateKey, type Span, within } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { isProviderId, StoredProvider } from './provider.entity.js';
import { isIssuer } from './provider-http.js';
import {
  DeclaredProviders,
  definedOf,
  fromStored,
  type ProviderFacts,
  raisesVersion,
  SecretStore,
  toColumns,
} from './providers.js';

/** The kinds whose issuer an administrator names in production. */
const WITH_ISSUER = ['oidc', 'github'];

/** Stands for a secret that was checked when it was stored. */
const STORED_SECRET = Symbol('STORED_SECRET');

/** Facts whose secret may be stored already. */
type CheckableFacts = Omit<ProviderFacts, 'secret'> & { secret: string | null | typeof STORED_SECRET };

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const TENANT = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * Checks the fields of a provider together.
 * @param issuerGiven whether the request names the issuer: a stored one may come from a service outside production
 * @throws {ApiError} INVALID_ISSUER, INVALID_REQUEST
 */
export function checkFacts(facts: CheckableFacts, production: boolean, issuerGiven = true): void {
  checkIssuer(facts, production && issuerGiven);
  if (facts.kind === 'apple') checkApple(facts);
  else if (facts.secret === null && facts.kind !== 'oidc') throw refusal(`${facts.kind} needs client_secret`);
  if (!facts.scopes.every((scope) => SCOPE.test(scope))) throw refusal('scopes must be a list of OAuth scopes');
  if (facts.scopes.join(' ').length > 500) throw refusal('scopes are too long');
  if (!facts.tenants.every((tenant) => TENANT.test(tenant))) throw refusal('tenants must be a list of tenant ids');
  if (!facts.emailDomains.every((domain) => DOMAIN.test(domain))) {
    throw refusal('email_domains must be a list of domain names in ASCII, such as example.com');
  }
}

function checkIssuer({ kind, issuer }: CheckableFacts, production: boolean): void {
  if (issuer === null) {
    if (kind === 'oidc') throw new ApiError('INVALID_ISSUER', 'A provider of the kind oidc needs an issuer.');
    return;
  }
  if (production && !WITH_ISSUER.includes(kind)) {
    throw new ApiError(
      'INVALID_ISSUER',
      `In production, the issuer of a provider of the kind ${kind} cannot be given.`,
    );
  }
  if (!isIssuer(issuer, production)) throw new ApiError('INVALID_ISSUER');
}

function checkApple({ teamId, keyId, secret }: CheckableFacts): void {
  if (teamId === null || keyId === null || secret === null) {
    throw refusal('apple needs team_id, key_id and private_key');
  }
  if (secret !== STORED_SECRET && !isAppleKey(secret))
    throw refusal('private_key must be the PEM text of an EC key on the curve P-256');
}

function isAppleKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function refusal(message: string): ApiError {
  return new ApiError('INVALID_REQUEST', `${message}.`);
}

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
