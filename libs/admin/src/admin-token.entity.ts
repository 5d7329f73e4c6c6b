import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an admin token may be used for. */
export const SCOPES = ['read', 'write', 'export'] as const;

export type Scope = (typeof SCOPES)[number];

/** A token that opens the admin API. Times are seconds since the UNIX epoch. */
@Entity('admin_tokens')
export class AdminToken {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** SHA-256 of the token, in hexadecimal: the token itself is known to its holder only. */
  @Column('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', {
    length: 60,
    transformer: { to: (scopes: Scope[]) => scopes.join(','), from: (text: string) => text.split(',') },
  })
  scopes!: Scope[];

  /** Who made it: an actor of the event log, or `ADMIN_TOKEN`. */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  @Column('int', { name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** To the minute. */
  @Column('int', { name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column('int', { name: 'revoked_at', nullable: true })
  revokedAt!: number | null;
}
