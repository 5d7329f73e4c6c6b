import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The scopes of admin tokens, and of users who administer. */
export const SCOPES = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes in a text of the database, separated by commas. */
export function scopesIn(text: string): Scope[] {
  return SCOPES.filter((scope) => text.split(',').includes(scope));
}

/** A token for the admin API. Times are seconds since the UNIX epoch. */
@Entity('admin_tokens')
@Index('admin_tokens_token_hash_unique', ['tokenHash'], { unique: true })
export class AdminToken {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** The SHA-256 of the token, in hexadecimal. Only the holder knows the token itself. */
  @Column('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', {
    length: 120,
    default: '',
    transformer: { to: (scopes: Scope[]) => scopes.join(','), from: (text: string) => text.split(',') },
  })
  scopes!: Scope[];

  /**
   * Who made the token: `user:<uid>` or `admin:<id>`, within whose rights it works; `cli`, `env` for the one in `ADMIN_TOKEN`,
   * and `system` or `console` for those of a start.
   */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column('int', { unsigned: true, name: 'revoked_at', nullable: true })
  revokedAt!: number | null;

  /** The counter of rung 4 of the user who made the token; 0 for any other maker. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}
