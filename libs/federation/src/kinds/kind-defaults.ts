import type { ProviderKind } from '../providers/provider.js';

/** What a kind of provider has where an administrator gives nothing else. */
interface KindDefaults {
  /** The issuer for these tenants; null when there is no usual one. */
  issuer(tenants: string[]): string | null;
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
  oidc: { issuer: () => null, scopes: ['openid', 'email'] },
};
