import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a client authenticates: with a secret, or with assertions that it signs (RFC 7523). */
export const AUTH_METHODS = ['secret', 'private_key_jwt'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** A service that gets access tokens for itself, without a person. Times are seconds since the UNIX epoch. */
@Entity('clients')
export class Client {
  @PrimaryColumn('varchar', { name: 'client_id', length: 36 })
  clientId!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** What its tokens may be used for, separated by blanks. */
  @Column('text')
  scopes!: string;

  /** Where its tokens may be used, separated by blanks. */
  @Column('text')
  audiences!: string;

  @Column('varchar', { name: 'auth_method', length: 20 })
  authMethod!: AuthMethod;

  /** The public keys of its assertions, as the JSON of a key set (RFC 7517); null for a client with secrets. */
  @Column('text', { nullable: true })
  jwks!: string | null;

  /** A client that is not active gets no tokens. */
  @Column('boolean')
  active!: boolean;

  /** The actor who made it: see `Origin`. */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'updated_at' })
  updatedAt!: number;

  /** When the client and its tokens end; null for never. */
  @Column('int', { unsigned: true, name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}

declare const locked: unique symbol;

/** A client whose row the open transaction has locked. Only `lock()` makes one. */
export type LockedClient = Client & { readonly [locked]: true };
