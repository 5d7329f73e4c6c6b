import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A role of a user, from the member `roles` of the claims: it finds the users of a role by an index. */
@Entity('user_roles')
@Index('user_roles_role', ['roleHash', 'createdAt', 'uid'])
export class UserRole {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { length: 36 })
  uid!: string;

  /** The SHA-256 of the role, in hexadecimal: the databases compare long texts, and blanks at their ends, differently. */
  @PrimaryColumn('varchar', { name: 'role_hash', length: 64 })
  roleHash!: string;

  /** When the account of the user was created, in epoch seconds: the order of lists. */
  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;
}
