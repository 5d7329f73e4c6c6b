import type { Provider } from '../providers/provider.js';
import { identityKey } from './external-person.js';

/** How an import names a person at a provider. */
export interface SubjectFields {
  subject: string;
  /** Of Entra: the tenant of the person. */
  tenant?: string;
  /** The key, where the provider does not give it: see `identityKey()`. */
  key?: string;
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The key that a sign-in of this person has; undefined when the tenant is missing, or a field does not fit the provider. */
export function subjectKey(provider: Provider, { subject, tenant, key }: SubjectFields): string | undefined {
  if (key !== undefined) return tenant === undefined && /^[\da-f]{64}$/.test(key) ? key : undefined;
  if (provider.kind === 'microsoft') return entraKey(provider, subject, tenant);
  if (tenant !== undefined) return undefined;
  if (provider.kind !== 'github') return identityKey(provider.issuer, subject);
  // As GitHub's API writes the number of an account.
  return /^[1-9]\d{0,15}$/.test(subject) ? identityKey(provider.issuer.replace(/\/$/, ''), subject) : undefined;
}

/** The tenant may be left out where the issuer names one. */
function entraKey({ issuer, tenants }: Provider, subject: string, given: string | undefined): string | undefined {
  const { origin, pathname } = new URL(issuer);
  const tenant = given ?? pathname.split('/')[1] ?? '';
  const allowed = tenants.length === 0 || tenants.includes(tenant);
  return GUID.test(tenant) && GUID.test(subject) && allowed ? identityKey(`${origin}/${tenant}`, subject) : undefined;
}
