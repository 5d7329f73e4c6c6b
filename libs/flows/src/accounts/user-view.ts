import type { User } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';

export class UserView {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ format: 'email' })
  email!: string;

  @ApiProperty({ type: 'integer', description: 'UNIX epoch seconds.' })
  created_at!: number;

  @ApiProperty({ type: 'integer', description: 'UNIX epoch seconds.' })
  updated_at!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The last sign-in, in UNIX epoch seconds.',
  })
  last_login!: number | null;

  @ApiProperty({
    description: 'False when an administrator has disabled the account.',
  })
  active!: boolean;

  @ApiProperty()
  email_verified!: boolean;

  @ApiProperty({ description: 'The JSON text of the user, unchanged.' })
  metadata!: string;
}

export function toUser(user: User): UserView {
  return {
    uid: user.uid,
    email: user.email,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    last_login: user.lastLogin,
    active: user.active,
    email_verified: user.emailVerified,
    metadata: user.metadata,
  };
}
