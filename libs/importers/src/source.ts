import type { ErrorCode } from '@app/errors';
import { validate as isUuid } from 'uuid';
import type { ColumnNames, Fields } from './fields.js';

/** A bare digest of MD5 in hexadecimal with the name of its algorithm; any other text as it is. */
export function namedMd5(hash: string): string {
  return /^[\da-f]{32}$/i.test(hash) ? namedDigest('md5', hash) : hash;
}

/** A digest in hexadecimal of a password without a salt, with the name of its algorithm. */
export const namedDigest = (algorithm: string, digest: string) => `${algorithm}$$${digest.toLowerCase()}`;

/** Base64 of the standard alphabet without padding, as PHC strings have it. */
export const unpadded = (base64: string) => standardBase64(base64).replace(/^([^=]*)=+$/, '$1');

const standardBase64 = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');

/** Firebase's variant of scrypt, with the parameters of the project. */
export function firebaseHash(config: FirebaseHashConfig, salt: string, digest: string): string {
  const { memCost, rounds, saltSeparator, signerKey } = config;
  const parameters = `v=1,n=${memCost},r=${rounds},p=1,ss=${standardBase64(saltSeparator)},sk=${standardBase64(signerKey)}`;
  return `$fbscrypt$${parameters}$${standardBase64(salt)}$${standardBase64(digest)}`;
}

/** A UUID stays the id of the user. Any other id is kept in the metadata. */
export function keepId(id: string, fields: UserFields): UserFields {
  if (isUuid(id)) return { ...fields, uid: id };
  return { ...fields, metadata: { ...fields.metadata, old_id: id } };
}

/** The values that are present. */
export function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Claims with these roles; undefined for none. */
export function roleClaims(roles: string[]): Record<string, unknown> | undefined {
  const names = roles.map((role) => role.trim()).filter((role) => role !== '');
  return names.length === 0 ? undefined : { roles: names };
}

/** The parameters of a Firebase project, without which nothing can check its hashes. */
export interface FirebaseHashConfig {
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
}

export interface SourceOptions {
  /** The columns of a CSV file, by the fields that they fill. */
  columns: ReadonlyMap<string, string>;
  /** Whether a column that is not among them is not read. Otherwise the name of a column can be that of its field. */
  onlyMapped?: boolean;
  firebase?: FirebaseHashConfig;
  /** The relying party id for which the passkeys of the source were made. */
  rpId?: string;
}

/** How a product writes CSV that is not RFC 4180. */
export interface OwnForm {
  /** Whether a row has all its fields. */
  isWhole(fields: number): boolean;
  /** Reads a line that has quotes; undefined for one that this form cannot have, or that has two meanings. */
  readLine(line: string): string[] | undefined;
}

/** A product from which users come, or a form of file. */
export interface Source {
  /** The keys of a JSON document whose lists have the records. */
  lists?: readonly string[];
  /** The columns of a CSV file without a header. */
  header?: readonly string[];
  /** How the product writes such a file, where that is not RFC 4180. */
  ownForm?: OwnForm;
  /** @throws {ApiError} INVALID_REQUEST for a CSV file whose records could not be imported */
  checkHeader?(names: ColumnNames, options: SourceOptions): void;
  /** Fields that no other product writes: each record, or the header of a CSV file, has one of them at least. */
  marks?: readonly string[];
  /** Whether two files may have the same user: then the values of the later record replace those of the earlier one. */
  joins?: boolean;
  /**
   * Reads a record; undefined for one that says nothing of a user.
   * @param list the key of the list that has the record, if there is one
   * @throws {ApiError} for a record that cannot be imported
   */
  convert(record: Fields, options: SourceOptions, list?: string): Part | LeftOut | undefined;
}

/** An authenticator app, as a line of an import has it. */
export interface TotpFields {
  secret: string;
  encoding: 'base32' | 'hex' | 'ascii';
  algorithm?: string;
  digits?: number;
  period?: number;
  name?: string;
}

/** An account at an external provider. */
export interface IdentityFields {
  /** The name of the provider in the source. */
  provider: string;
  subject: string;
  email?: string;
}

/** What a source says of a user, in the fields of an import. Times are seconds since the UNIX epoch. */
export interface UserFields {
  uid?: string;
  email?: string;
  password?: string;
  password_hash?: string;
  email_verified?: boolean;
  active?: boolean;
  created_at?: number;
  metadata?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  totp?: TotpFields[];
  /** False for a user whose authenticator app is switched off: it is not imported. */
  uses_totp?: boolean;
  passkeys?: Record<string, unknown>[];
  /** True for a user who needs one of the passkeys as the second step of a sign-in. */
  mfa_enabled?: boolean;
  identities?: IdentityFields[];
}

/** A part of a user that is not imported, with the reason. */
export interface Omission {
  /** Undefined for what has no counterpart here, such as a group, and is not wrong. */
  code?: ErrorCode;
  message: string;
  /** Whether it is the password that did not come. */
  isPassword?: boolean;
}

/** Why a user has no password here, and the other ways in: `passkey`, ids of providers, `email` and `MIGRATION_URL`. */
export interface WithoutPassword {
  code?: ErrorCode;
  reason: string;
  signIn: string[];
  /** Nothing lets a disabled user in. */
  isDisabled?: boolean;
}

/** A record that is no user to import, which is not a failure. */
export interface LeftOut {
  /** The id of the record: other records with it are left out, too. */
  id: string;
  leftOut: string;
}

/** What one record says of one user. Parts with the same id belong to the same user. */
export interface Part {
  /** Undefined for a user without an id, to whom no other record belongs. */
  id: string | undefined;
  /** Other ids by which records may name this user. A record with an id that two users have is refused. */
  names?: string[];
  /** False for a record that only adds to a user, such as an identity: another record must have the user. */
  isUser: boolean;
  fields: UserFields;
  omissions?: Omission[];
}

/** A record of a user with this id. */
export const userOf = (id: string, fields: UserFields, omissions?: Omission[]): Part => {
  return { id, isUser: true, fields: keepId(id, fields), omissions };
};

/** A record that only adds to the user with this id. */
export const partOf = (id: string, fields: UserFields, omissions?: Omission[]): Part => {
  return { id, isUser: false, fields, omissions };
};

export const omission = (code: ErrorCode | undefined, message: string): Omission => ({ code, message });

export const passwordOmission = (code: ErrorCode | undefined, message: string): Omission => ({
  ...omission(code, message),
  isPassword: true,
});

/** The only source for which an option has a meaning. */
export const SOURCE_OF_OPTION = { map: 'csv', hashConfig: 'firebase', rpId: 'kratos' } as const;

const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/** Whether a text is a host name in lower case, as relying party ids are. */
export function isRpId(text: string): boolean {
  return HOST.test(text);
}

/** The usual ids of providers here, by their names in other products. */
const USUAL = new Map(
  Object.entries({
    ...{ google: 'google', 'google-oauth2': 'google', 'google.com': 'google', oauth_google: 'google' },
    ...{ github: 'github', 'github.com': 'github', oauth_github: 'github' },
    ...{ apple: 'apple', 'apple.com': 'apple', oauth_apple: 'apple', signinwithapple: 'apple' },
  }),
);

/**
 * Finds the provider of an identity by its name in the source, in any case.
 * @param existing the ids of the providers of this service
 * @param given names and ids from the command line
 */
export function providerFinder(existing: ReadonlySet<string>, given: ReadonlyMap<string, string>) {
  const own = new Map([...given].map(([name, id]) => [name.toLowerCase(), id]));
  return (name: string): string | undefined => {
    const id = own.get(name.toLowerCase()) ?? USUAL.get(name.toLowerCase());
    return id !== undefined && existing.has(id) ? id : undefined;
  };
}
