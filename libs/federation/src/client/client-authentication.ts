import { sign } from 'node:crypto';
import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None, type ServerMetadata } from 'openid-client';
import type { Provider, ProviderSecrets } from '../providers/provider.js';

const APPLE_SECRET_TTL_SECONDS = 300;

/**
 * The ways to authenticate at the token endpoint, in the order in which to try them. Providers accept both ways to send a
 * secret, or have registered one of them and refuse the other before they look at the code (RFC 6749, section 5.2).
 * @param now in UNIX epoch seconds
 */
export function clientAuthentications(
  provider: Provider,
  { clientSecret, privateKey }: ProviderSecrets,
  { token_endpoint_auth_methods_supported: listed = ['client_secret_basic'] }: ServerMetadata,
  now: number,
): ClientAuth[] {
  if (provider.kind === 'apple') return [ClientSecretPost(appleSecret(provider, privateKey ?? '', now))];
  if (clientSecret === null) return [None()];
  const known = { client_secret_basic: ClientSecretBasic, client_secret_post: ClientSecretPost };
  const order = provider.kind === 'oidc' ? ['basic', 'post'] : ['post', 'basic'];
  const methods = order
    .map((each) => `client_secret_${each}` as keyof typeof known)
    .filter((each) => listed.includes(each));
  return methods.map((method) => known[method](clientSecret));
}

/** Apple's client secret is a JWT that the service signs itself (ES256). It is made for each exchange, so it can be short-lived. */
function appleSecret({ teamId, keyId, clientId, issuer }: Provider, privateKey: string, now: number): string {
  const claims = { iss: teamId, iat: now, exp: now + APPLE_SECRET_TTL_SECONDS, aud: issuer, sub: clientId };
  const content = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
