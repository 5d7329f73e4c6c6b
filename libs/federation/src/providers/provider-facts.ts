import { createHash } from 'node:crypto';
import { KIND_DEFAULTS } from '../kinds/kind-defaults.js';
import type { Provider, ProviderKind } from './provider.js';

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

export function usualIssuer(kind: ProviderKind, tenants: string[]): string {
  return KIND_DEFAULTS[kind].issuer(tenants) ?? '';
}
