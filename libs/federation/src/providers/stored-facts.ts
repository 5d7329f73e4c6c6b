import type { StoredProvider } from './provider.entity.js';
import type { Provider } from './provider.js';
import { usualIssuer } from './provider-facts.js';

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
