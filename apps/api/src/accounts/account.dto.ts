import type { User } from '@app/users';
import { OmitType } from '@nestjs/swagger';
import { Answer, t, viewOf } from '../wire/answers.dto.js';

export class UserView extends Answer({
  uid: t.uuid(),
  email: t.string({ format: 'email' }),
  created_at: t.time(),
  updated_at: t.time(),
  last_login: t.orNull(t.integer('The last sign-in, in UNIX epoch seconds.')),
  active: t.boolean('False when an administrator has disabled the account.'),
  email_verified: t.boolean(),
  metadata: t.string('The JSON text of the user, unchanged.'),
}) {}

export function toUser(user: User): UserView {
  return viewOf(UserView, user);
}

type Row = Record<string, unknown>;

/** The rows of a table. Their keys are its columns, which may grow with each version. */
const rows = (description: string) =>
  t.any<Row[]>({ type: 'array', items: { type: 'object', additionalProperties: true }, description });

/** All that is stored about a person: a key for each table. */
export class PersonExport extends Answer({
  users: rows('The account.'),
  user_roles: rows('The roles in the claims of the account, as hashes.'),
  import_batches: rows('The import that created the account.'),
  sign_in_addresses: rows('The client addresses of sign-ins in the last 30 days.'),
  sessions: rows('The sessions, also ended and expired ones that are not removed yet.'),
  one_time_tokens: rows(
    'The links and codes that were mailed or created, and sign-ins that wait for their next step, without their tokens.',
  ),
  devices: rows('The devices on which the user has signed in, without their tokens.'),
  totp_factors: rows('The authenticator apps, without their secrets.'),
  recovery_codes: rows('When recovery codes were made and used, without the codes.'),
  passkeys: rows('The passkeys.'),
  factor_resets: rows('The reset of the second factors that waits.'),
  identities: rows('The accounts at external providers that sign the user in.'),
  messages: rows('The emails to the address, without their text.'),
  events: rows('The events about the user.'),
  webhook_deliveries: rows('The deliveries of these events to webhooks.'),
  console_sessions: rows('The sessions in the console, without their cookies.'),
  api_keys: rows('The API keys, without the keys themselves.'),
}) {}

/** What of it a person gets: without the tables that only say how the service works. */
export class OwnData extends OmitType(PersonExport, ['user_roles', 'import_batches', 'webhook_deliveries']) {}
