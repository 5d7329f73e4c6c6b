import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Linking, ProviderKind } from './provider.js';

/** An external provider that an administrator has added. Times are seconds since the UNIX epoch. */
@Entity('providers')
export class StoredProvider {
  @PrimaryColumn('varchar', { length: 32 })
  id!: string;

  @Column('varchar', { length: 10 })
  kind!: ProviderKind;

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

  @Column('varchar', { name: 'team_id', length: 50, nullable: true })
  teamId!: string | null;

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

  @Column('boolean', { name: 'sign_up' })
  signUp!: boolean;

  @Column('varchar', { length: 10 })
  linking!: Linking;

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

  /** Who added it, as the actor of events. */
  @Column('varchar', { name: 'made_by', length: 60, nullable: true })
  madeBy!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;
}
