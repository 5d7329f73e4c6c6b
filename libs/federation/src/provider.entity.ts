import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An external provider that an administrator has added. Times are seconds since the UNIX epoch. */
@Entity('providers')
export class StoredProvider {
  /** `[a-z0-9-]{1,32}` */
  @PrimaryColumn('varchar', { length: 32 })
  id!: string;

  @Column('varchar', { length: 10 })
  kind!: ProviderKind;

  /** For people. */
  @Column('varchar', { length: 100 })
  name!: string;

  /** Null for the usual issuer of the kind. */
  @Column('varchar', { length: 500, nullable: true })
  issuer!: string | null;

  @Column('varchar', { name: 'client_id', length: 255 })
  clientId!: string;

  /** A JSON object with the client secret or the private key, sealed with `AUTH_SECRET`. */
  @Column('text', { name: 'secrets_sealed', nullable: true })
  secretsSealed!: string | null;

  /** Apple's id of the team that owns the key; null for other kinds. */
  @Column('varchar', { name: 'team_id', length: 50, nullable: true })
  teamId!: string | null;

  /** Apple's id of the private key; null for other kinds. */
  @Column('varchar', { name: 'key_id', length: 50, nullable: true })
  keyId!: string | null;

  /** Separated by blanks. */
  @Column('varchar', { length: 500 })
  scopes!: string;

  /** Separated by blanks. */
  @Column('text')
  tenants!: string;

  /** Separated by blanks. */
  @Column('text', { name: 'email_domains' })
  emailDomains!: string;

  /** Whether a person without an account may create one. */
  @Column('boolean', { name: 'sign_up' })
  signUp!: boolean;

  /** `auto` links a proved address to the account that has it; `manual` asks for an email code first. */
  @Column('varchar', { length: 10 })
  linking!: Linking;

  /** Whether `mfa` in the ID token counts as the second factor. */
  @Column('boolean', { name: 'trust_mfa' })
  trustMfa!: boolean;

  @Column('boolean')
  enabled!: boolean;

  /** The longest life of its sessions, in seconds after the sign-in; 0 for `SESSION_MAX_TTL`. */
  @Column('int', { unsigned: true, name: 'session_max_ttl', default: 0 })
  sessionMaxTtl!: number;

  /** Another text after each change of what a sign-in relies on: a sign-in under way with an earlier one ends. */
  @Column('varchar', { length: 64, default: '' })
  version!: string;

  /** Who added it, as the actor of events; null for one of the file, and if it is not known. */
  @Column('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;
}

export const PROVIDER_KINDS = ['google', 'microsoft', 'apple', 'github', 'oidc'] as const;
export const LINKINGS = ['auto', 'manual'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];
export type Linking = (typeof LINKINGS)[number];

type Rewritten = 'issuer' | 'secretsSealed' | 'scopes' | 'tenants' | 'emailDomains' | 'createdAt' | 'updatedAt';

/** An external provider. It contains no secret: see `ProviderSecrets`. */
export interface Provider extends Omit<StoredProvider, Rewritten> {
  /** The issuer of the ID tokens (OpenID Connect Core), or the web address of GitHub. For Entra, of one tenant or of all. */
  issuer: string;
  scopes: string[];
  /** Tenant ids of Entra that may sign in; empty for all. */
  tenants: string[];
  /** Domains for whose addresses the provider may speak; empty for the rule of its kind: see `isAddressProved()`. */
  emailDomains: string[];
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
