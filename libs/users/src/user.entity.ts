import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who can sign in. Times are seconds since the UNIX epoch. */
@Entity('users')
export class User {
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** Lower case and unique. */
  @Column('varchar', { length: 254 })
  email!: string;

  /** bcrypt, or null for an account without a password. Read by `UserStore.findCredentials()` only. */
  @Column('varchar', {
    name: 'password_hash',
    length: 255,
    nullable: true,
    select: false,
  })
  passwordHash!: string | null;

  /** Moves on with each change of the password, so that a sign-in can tell that it came too late. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('boolean')
  active!: boolean;

  @Column('boolean', { name: 'email_verified' })
  emailVerified!: boolean;

  /** JSON text, kept byte for byte. */
  @Column('text')
  metadata!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  @Column('int', { name: 'updated_at' })
  updatedAt!: number;

  @Column('int', { name: 'last_login', nullable: true })
  lastLogin!: number | null;
}
