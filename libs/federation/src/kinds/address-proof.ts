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
  google: ({ email_verified, hd }, email) => isTrue(email_verified) && (email.endsWith('@gmail.com') || isText(hd)),
  microsoft: ({ xms_edov, tid }, email, { tenants, emailDomains }) => {
    if (isTrue(xms_edov) || isOne(xms_edov) || tid === CONSUMERS) return true;
    return tenants.length === 1 && tid === tenants[0] && isOfDomain(email, emailDomains);
  },
  // Apple verifies all addresses but those of managed accounts.
  apple: ({ email_verified }) => email_verified !== false && email_verified !== 'false',
  github: ({ primary, verified }) => primary === true && isTrue(verified),
  oidc: ({ email_verified }, email, { emailDomains }) => isTrue(email_verified) && isOfDomain(email, emailDomains),
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

/** Amazon Cognito and Apple send their flags as texts. No other text or number counts: `"True"` may be what a user has entered. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Microsoft sends `xms_edov` as a number, too, in either type. */
function isOne(value: unknown): boolean {
  return value === 1 || value === '1';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isOfDomain(email: string, domains: string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}
