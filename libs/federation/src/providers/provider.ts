export const PROVIDER_KINDS = ['google', 'microsoft', 'apple', 'github', 'oidc'] as const;
export const LINKINGS = ['auto', 'manual'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];
export type Linking = (typeof LINKINGS)[number];

/** An external provider. It contains no secret: see `ProviderSecrets`. */
export interface Provider {
  /** `[a-z0-9-]{1,32}` */
  id: string;
  kind: ProviderKind;
  /** For people. */
  name: string;
  /** The issuer of the ID tokens (OpenID Connect Core), or the web address of GitHub. For Entra, of one tenant or of all. */
  issuer: string;
  clientId: string;
  /** Apple's id of the team that owns the key; null for other kinds. */
  teamId: string | null;
  /** Apple's id of the private key; null for other kinds. */
  keyId: string | null;
  scopes: string[];
  /** Tenant ids of Entra that may sign in; empty for all. */
  tenants: string[];
  /** Domains for whose addresses the provider may speak; empty for the rule of its kind: see `isAddressProved()`. */
  emailDomains: string[];
  /** Whether a person without an account may create one. */
  signUp: boolean;
  /** `auto` links a proved address to the account that has it; `manual` asks for an email code first. */
  linking: Linking;
  /** Whether `mfa` in the ID token counts as the second factor. */
  trustMfa: boolean;
  enabled: boolean;
  /** The longest life of its sessions, in seconds after the sign-in; 0 for `SESSION_MAX_TTL`. */
  sessionMaxTtl: number;
  /** Another text after each change of what a sign-in relies on: a sign-in under way with an earlier one ends. */
  version: string;
  /** Who added it, as the actor of events; null for one of the file, and if it is not known. */
  madeBy: string | null;
  /** Those of the file in `PROVIDERS_FILE` can only be changed there. */
  source: 'database' | 'file';
}

/** What the service needs to authenticate at a provider. */
export interface ProviderSecrets {
  clientSecret: string | null;
  /** Of Apple: a PKCS #8 key for ES256, as PEM. */
  privateKey: string | null;
}

const ID = /^[a-z0-9-]{1,32}$/;

export function isProviderId(text: string): boolean {
  return ID.test(text);
}
