import type { User } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../input/times.js';

export class UserView {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ format: 'email' })
  email!: string;

  @Time()
  created_at!: number;

  @Time()
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
