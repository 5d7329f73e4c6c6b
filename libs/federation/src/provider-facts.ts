import { createHash, createPrivateKey } from 'node:crypto';
import { ApiError } from '@app/errors';
import type { Provider, StoredProvider } from './provider.entity.js';
import { isIssuer } from './provider-http.js';
import { KIND_DEFAULTS } from './provider-kinds.js';

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
  const issuer = given ?? KIND_DEFAULTS[facts.kind].issuer(facts.tenants);
  const relied = VERSIONED.map((name) => ({ ...facts, issuer })[name]);
  const version = createHash('sha256').update(JSON.stringify(relied)).digest('hex');
  return { ...facts, issuer, version, madeBy: null, source: 'file' };
}

/** A provider of the database. */
export function fromStored(row: StoredProvider): Provider {
  const { secretsSealed: _, createdAt: _created, updatedAt: _updated, ...facts } = row;
  const tenants = wordsOf(row.tenants);
  return {
    ...facts,
    issuer: row.issuer ?? KIND_DEFAULTS[row.kind].issuer(tenants),
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

/** What a change may contain. The id and the kind of a provider never change. */
export type ProviderChanges = Partial<Omit<ProviderFacts, 'id' | 'kind'>>;

/** The kinds whose issuer an administrator names in production. */
const WITH_ISSUER = ['oidc', 'github'];

/** Stands for a secret that was checked when it was stored. */
export const STORED_SECRET = Symbol('STORED_SECRET');

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
