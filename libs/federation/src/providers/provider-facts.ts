import { KIND_DEFAULTS } from '../kinds/kind-defaults.js';
import type { Provider, ProviderKind } from './provider.js';

/** A provider as an administrator describes it. */
export interface ProviderFacts extends Omit<Provider, 'issuer' | 'source'> {
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
  };
  return Object.assign(defaults, definedOf(given));
}

/** Without the fields that were left out. */
export function definedOf<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

/** The provider without its secret, and with the usual issuer of its kind. */
export function toProvider({ secret: _, issuer, ...facts }: ProviderFacts, source: Provider['source']): Provider {
  return { ...facts, issuer: issuer ?? usualIssuer(facts.kind, facts.tenants), source };
}

export function usualIssuer(kind: ProviderKind, tenants: string[]): string {
  return KIND_DEFAULTS[kind].issuer(tenants) ?? '';
}
