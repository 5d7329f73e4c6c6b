import { RefusesUnknownFields, RequestValidationPipe } from '@app/errors';
import type { RecordReader } from '@app/flows';
import type { Type } from '@nestjs/common';
import { Allow } from 'class-validator';
import { f, Request } from '../wire/fields.dto.js';
import { CreateProviderRequest, toFacts } from './providers.dto.js';
import { AdminCreateUserRequest, toAccountFacts } from './users.dto.js';

/** A line of an import: a body of `POST /users`, with the additional fields that an export writes. */
class ImportRow extends AdminCreateUserRequest {
  /** The import that created the user in another database. Ignored: users belong to the import that creates them here. */
  @Allow()
  batch_id?: unknown;
}

/** A provider of the file in `PROVIDERS_FILE`. */
@RefusesUnknownFields()
class FileProvider extends CreateProviderRequest {}

/** What an earlier system says about a user. Other fields are ignored. */
class MigratedUser extends Request({
  uid: f.optional(f.text('INVALID_REQUEST', 'Any UUID. Default: a new one.')),
  email_verified: f.flag('Whether the email is verified.'),
  metadata: f.optional(f.metadata()),
  claims: f.optional(f.claims()),
  created_at: f.optional(f.seconds('When the account was created.')),
}) {}

/** The values as a request of the admin API, after the checks of its endpoint. @throws {ApiError} as the endpoint does */
export function validated<T>(request: Type<T>, values: object): T {
  return new RequestValidationPipe().transform(values, { type: 'body', metatype: request }) as T;
}

/** The rules of the admin API for what does not come in requests. */
export const RECORDS: RecordReader = {
  user(line) {
    const row = validated(ImportRow, line);
    return { ...row, facts: toAccountFacts(row) };
  },
  provider: (entry) => toFacts(validated(FileProvider, entry)),
  migratedUser(answer) {
    const { email_verified: emailVerified, created_at: createdAt, ...facts } = validated(MigratedUser, answer);
    return { ...facts, emailVerified, createdAt };
  },
};
