import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A secret of a client. Times are seconds since the UNIX epoch. */
@Entity('client_secrets')
@Index('client_secrets_client_id', ['clientId'])
export class ClientSecret {
  @PrimaryColumn('varchar', { name: 'secret_id', length: 36 })
  secretId!: string;

  @ForeignKey('clients', 'clientId', { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'client_id', length: 36 })
  clientId!: string;

  /** The SHA-256 of the secret, in hexadecimal. Only the client has the secret itself. */
  @Column('varchar', { name: 'secret_hash', length: 64 })
  secretHash!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;
}
