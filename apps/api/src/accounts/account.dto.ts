import type { User } from '@app/users';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Time } from '../wire/fields.dto.js';

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

type Row = Record<string, unknown>;

/** The rows of a table. Their keys are its columns, which may grow with each version. */
function Rows(description: string): PropertyDecorator {
  return ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, description });
}

/** All that is stored about a person: a key for each table. */
export class PersonExport {
  @Rows('The account.')
  users!: Row[];

  @Rows('The roles in the claims of the account, as hashes.')
  user_roles!: Row[];

  @Rows('The import that created the account.')
  import_batches!: Row[];

  @Rows('The client addresses of sign-ins in the last 30 days.')
  sign_in_addresses!: Row[];

  @Rows('The sessions, also ended and expired ones that are not removed yet.')
  sessions!: Row[];

  @Rows(
    'The links and codes that were mailed or created, and sign-ins that wait for their next step, without their tokens.',
  )
  one_time_tokens!: Row[];

  @Rows('The devices on which the user has signed in, without their tokens.')
  devices!: Row[];

  @Rows('The authenticator apps, without their secrets.')
  totp_factors!: Row[];

  @Rows('When recovery codes were made and used, without the codes.')
  recovery_codes!: Row[];

  @Rows('The passkeys.')
  passkeys!: Row[];

  @Rows('The reset of the second factors that waits.')
  factor_resets!: Row[];

  @Rows('The accounts at external providers that sign the user in.')
  identities!: Row[];

  @Rows('The emails to the address, without their text.')
  messages!: Row[];

  @Rows('The events about the user.')
  events!: Row[];

  @Rows('The deliveries of these events to webhooks.')
  webhook_deliveries!: Row[];

  @Rows('The sessions in the console, without their cookies.')
  console_sessions!: Row[];

  @Rows('The API keys, without the keys themselves.')
  api_keys!: Row[];
}

/** What of it a person gets: without the tables that only say how the service works. */
export class OwnData extends OmitType(PersonExport, ['user_roles', 'import_batches', 'webhook_deliveries']) {}
