import { Allow } from 'class-validator';
import { AdminCreateUserRequest } from './users.dto.js';

/** A line of an import: a body of `POST /users`, with the additional fields that an export writes. */
export class ImportRow extends AdminCreateUserRequest {
  /** The import that created the user in another database. Ignored: users belong to the import that creates them here. */
  @Allow()
  batch_id?: unknown;
}
