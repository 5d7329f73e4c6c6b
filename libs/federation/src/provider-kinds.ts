import { createHash } from 'node:crypto';
import { isAddress, normaliseEmail } from '@app/config';
import type { Provider, ProviderKind } from './provider.entity.js';

/** A person as a provider has named them, after all checks. */
export interface ExternalPerson {
  /** The key of the identity: see `identityKey()`. */
  key: string;
  /** The id of the person at the provider. */
  subject: string;
  /** In the normalised form of all addresses; null when there is none, or a malformed one. */
  email: string | null;
  /** Whether the provider may speak for the address, and says that it belongs to the person. */
  emailProved: boolean;
  /** Whether the provider says that it asked for a second factor. It counts only with `trustMfa`. */
  mfa: boolean;
  /** When the provider authenticated the person, as it says, in epoch seconds; null when it does not say. */
  authTime: number | null;
  /** The key of the session at the provider: see `providerSessionKey()`; null when the provider names none. */
  idpSid: string | null;
}

/**
 * The key of an identity: a SHA-256, in hexadecimal, of the issuer or tenant and the id of the person there. A provider whose
 * issuer changes never matches an identity of the issuer before.
 */
export function identityKey(namespace: string, subject: string): string {
  return hashOf([namespace, subject]);
}

/** The key of a session at a provider: a SHA-256, in hexadecimal, of the id of the provider and of its `sid`. */
export function providerSessionKey(providerId: string, sid: string): string {
  return hashOf([providerId, sid]);
}

function hashOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

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

/** An address in the form in which users have theirs. Null for anything else. */
export function toAddress(value: unknown): string | null {
  return isAddress(value) ? (normaliseEmail(value) ?? null) : null;
}

/** What a kind of provider has where an administrator gives nothing else. */
interface KindDefaults {
  /** The issuer for these tenants; empty when there is no usual one. */
  issuer(tenants: string[]): string;
  scopes: string[];
}

const ENTRA = 'https://login.microsoftonline.com';

export const KIND_DEFAULTS: Record<ProviderKind, KindDefaults> = {
  google: { issuer: () => 'https://accounts.google.com', scopes: ['openid', 'email'] },
  microsoft: {
    issuer: ([tenant, ...others]) => `${ENTRA}/${tenant && others.length === 0 ? tenant : 'common'}/v2.0`,
    scopes: ['openid', 'email', 'profile'],
  },
  apple: { issuer: () => 'https://appleid.apple.com', scopes: ['openid', 'email'] },
  github: { issuer: () => 'https://github.com', scopes: ['read:user', 'user:email'] },
  oidc: { issuer: () => '', scopes: ['openid', 'email'] },
};

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
