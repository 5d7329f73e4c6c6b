import type { Provider } from '../providers/provider.js';

/** The claims of an ID token, or for GitHub the address as its API lists it. */
export type Claims = Readonly<Record<string, unknown>>;

/** The tenant of personal Microsoft accounts. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';

type Rule = (claims: Claims, email: string, provider: Pick<Provider, 'tenants' | 'emailDomains'>) => boolean;

/**
 * When a provider may speak for an address. All else is unproved: many providers let their users, or the administrators of
 * a tenant, enter any address ("nOAuth").
 */
const RULES: Record<Provider['kind'], Rule> = {
  // Google is authoritative only for Gmail and for the domains of its Workspace customers.
  google: ({ email_verified, hd }, email) => email_verified === true && (email.endsWith('@gmail.com') || isText(hd)),
  microsoft: ({ xms_edov, tid }, email, { tenants, emailDomains }) => {
    if (xms_edov === true || xms_edov === 1 || tid === CONSUMERS) return true;
    return tenants.length === 1 && tid === tenants[0] && isOfDomain(email, emailDomains);
  },
  // Apple verifies all addresses but those of managed accounts, and may send the claim as text.
  apple: ({ email_verified }) => email_verified !== false && email_verified !== 'false',
  github: ({ primary, verified }) => primary === true && verified === true,
  oidc: ({ email_verified }, email, { emailDomains }) => email_verified === true && isOfDomain(email, emailDomains),
};

/**
 * Whether the provider says that the address belongs to the person, and may say so. Where `email_domains` are listed, it speaks for
 * no others, whatever its kind.
 * @param email the normalised form of the address in the claim `email`, and of no other claim
 */
export function isAddressProved(
  provider: Pick<Provider, 'kind' | 'tenants' | 'emailDomains'>,
  claims: Claims,
  email: string | null,
): boolean {
  if (email === null) return false;
  const { kind, emailDomains } = provider;
  const isListed = emailDomains.length === 0 || isOfDomain(email, emailDomains);
  return isListed && RULES[kind](claims, email, provider);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isOfDomain(email: string, domains: string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}
