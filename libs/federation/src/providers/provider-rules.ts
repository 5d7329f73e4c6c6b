import { createPrivateKey } from 'node:crypto';
import { ApiError } from '@app/errors';
import { isIssuer } from '../http/secure-url.js';
import type { ProviderFacts } from './provider-facts.js';

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
