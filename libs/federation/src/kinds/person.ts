import { type ExternalPerson, identityKey, providerSessionKey } from '../identities/external-person.js';
import type { Provider } from '../providers/provider.js';
import { toAddress } from './address.js';
import { type Claims, isAddressProved } from './address-proof.js';

const MAX_SUBJECT_LENGTH = 255;

/**
 * The person that a checked ID token names.
 * @throws {Error} without a usable subject, and for a tenant of Entra that is not in the list
 */
export function personOf(provider: Provider, claims: Claims): ExternalPerson {
  const { key, subject } = identityOf(provider, claims);
  const email = toAddress(claims.email);
  const { amr, auth_time: authTime, sid } = claims;
  return {
    key,
    subject,
    email,
    emailProved: isAddressProved(provider, claims, email),
    mfa: Array.isArray(amr) && amr.includes('mfa'),
    authTime: typeof authTime === 'number' && authTime > 0 ? Math.floor(authTime) : null,
    idpSid: typeof sid === 'string' && sid !== '' ? providerSessionKey(provider.id, sid) : null,
  };
}

/**
 * The identity that a checked token of OpenID Connect names.
 * @throws {Error} without a usable subject, and for a tenant of Entra that is not in the list
 */
export function identityOf(provider: Provider, claims: Claims): Pick<ExternalPerson, 'key' | 'subject'> {
  const { namespace, subject } = provider.kind === 'microsoft' ? entraSubject(provider, claims) : openidSubject(claims);
  return { key: identityKey(namespace, subject), subject };
}

/** The person that GitHub's API names. @param id the number of the account: a login can move to another person */
export function githubPersonOf(provider: Provider, id: unknown, emails: unknown): ExternalPerson {
  if (!Number.isSafeInteger(id) || Number(id) <= 0) throw new Error('the account has no id');
  const list: Claims[] = Array.isArray(emails)
    ? emails.filter((each) => typeof each === 'object' && each !== null)
    : [];
  const primary = list.find((each) => each.primary === true) ?? {};
  const email = toAddress(primary.email);
  return {
    key: identityKey(provider.issuer.replace(/\/$/, ''), String(id)),
    subject: String(id),
    email,
    emailProved: isAddressProved(provider, primary, email),
    mfa: false,
    authTime: null,
    idpSid: null,
  };
}

interface Subject {
  namespace: string;
  subject: string;
}

function openidSubject({ iss, sub }: Claims): Subject {
  return { namespace: requireText('iss', iss), subject: requireText('sub', sub) };
}

/** Entra's `sub` changes with the registration of the app, so `tid` and `oid` name the person. */
function entraSubject({ tenants, issuer }: Provider, { tid, oid, sub }: Claims): Subject {
  requireText('sub', sub);
  const tenant = requireText('tid', tid);
  if (tenants.length > 0 && !tenants.includes(tenant)) throw new Error('the tenant of the account is not allowed');
  return { namespace: `${new URL(issuer).origin}/${tenant}`, subject: requireText('oid', oid) };
}

function requireText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_SUBJECT_LENGTH) return value;
  throw new Error(`the ID token has no usable "${name}"`);
}
