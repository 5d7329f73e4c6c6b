import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

/** A person who can sign in. Times are seconds since the UNIX epoch. */
@Entity('users')
export class User {
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** Lower case and unique. */
  @Column('varchar', { length: 254 })
  email!: string;

  /** bcrypt or argon2id, or null for an account without a password. Read by `UserStore.findCredentials()` only. */
  @Column('varchar', {
    name: 'password_hash',
    length: 255,
    nullable: true,
    select: false,
  })
  passwordHash!: string | null;

  /** `hashSteps()` of the hash: how long it takes to verify. Read by `UserStore.mostHashSteps()` only. */
  @Column('int', { name: 'hash_steps', nullable: true, select: false })
  hashSteps!: number | null;

  /** Whether there is a password. Read by `UserDirectory` only. */
  @VirtualColumn({ type: 'boolean', select: false, query: (alias) => `${alias}.password_hash IS NOT NULL` })
  hasPassword?: boolean;

  /** Moves on with each change of the password, so that a sign-in can tell that it came too late. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('boolean')
  active!: boolean;

  @Column('boolean', { name: 'email_verified' })
  emailVerified!: boolean;

  /**
   * Whether a reader of the mailbox has acted knowingly: by a magic link, a reset token or the button of a verification
   * page. A client's claim at sign-up and a link that a mail scanner may have followed are no proof.
   */
  @Column('boolean', { name: 'email_proved' })
  emailProved!: boolean;

  /** JSON text, kept byte for byte. */
  @Column('text')
  metadata!: string;

  @Column('int', { name: 'created_at' })
  createdAt!: number;

  @Column('int', { name: 'updated_at' })
  updatedAt!: number;

  @Column('int', { name: 'last_login', nullable: true })
  lastLogin!: number | null;

  /** How often the account was signed in to. Counted by the database only, so nothing reads or inserts it. */
  @Column({ type: 'int', name: 'sign_ins', select: false, insert: false, update: false })
  signIns?: number;

  /** The import that brought the account; null for one that came otherwise. */
  @Column('varchar', { name: 'batch_id', length: 36, nullable: true })
  batchId!: string | null;
}

/** What a new account is made of, when it is not its owner who makes it. */
export type NewAccount = Pick<
  User,
  'uid' | 'email' | 'passwordHash' | 'emailVerified' | 'emailProved' | 'active' | 'metadata' | 'createdAt' | 'batchId'
>;
