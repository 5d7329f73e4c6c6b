import type { ProviderFacts } from '@app/federation';
import type { AccountFacts } from '@app/users';

/** A user in a line of an import. Where the line is read, each factor and identity is checked, so that the failure names the wrong field. */
export interface UserRecord {
  facts: AccountFacts;
  mfa_enabled?: boolean;
  totp?: object[];
  passkeys?: object[];
  identities?: object[];
}

/** Reads what comes from files and other systems, by the rules and with the failures of the admin API. `apps/api` has these rules. */
export abstract class RecordReader {
  /** A line of an import: a body of `POST /users`. @throws {ApiError} */
  abstract user(line: object): UserRecord;

  /** An entry of `PROVIDERS_FILE`. @throws {ApiError} */
  abstract provider(entry: object): ProviderFacts;

  /** What the earlier system of `MIGRATION_URL` says about a user. @throws {ApiError} */
  abstract migratedUser(answer: object): Omit<AccountFacts, 'email'>;
}
