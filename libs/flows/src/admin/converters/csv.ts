import { looksLikeHash } from '@app/users';
import { keepId } from './record/account-id.js';
import { type Fields, wrongShape } from './record/fields.js';
import type { Part, UserFields } from './record/part.js';
import type { Source, SourceOptions } from './record/source.js';

/** The fields that columns can fill. A column of the same name fills its field without `--map`. */
export const CSV_FIELDS = [
  ...['id', 'email', 'password', 'password_hash', 'email_verified', 'active', 'created_at'],
  ...['metadata', 'claims', 'totp'],
];
/** The beginning of a field that is one value of `metadata` or of `claims`. */
export const CSV_VALUE = /^(metadata|claims)\.(.+)$/;

type NameOf = (field: string) => string;

/** No column has this name, because names are trimmed. */
const NONE = ' ';

/** Any table with a header. */
export const csv: Source = {
  checkHeader(names, { columns, onlyMapped }) {
    if (!names.has('email') || columns.has('email')) checkNames(names.all, [columns.get('email') ?? 'email']);
    checkNames(names.all, columns.values());
    if (!onlyMapped) checkSimilar(names.all, (field) => names.has(field), columns);
  },
  convert(record, { columns, onlyMapped = false }): Part {
    checkNames(record.names, columns.values());
    if (!onlyMapped) checkSimilar(record.names, (field) => record.nameOf(field) !== undefined, columns);
    const mapped: (string | undefined)[] = [...columns.values()];
    // A mapped column is read as what it is mapped to, and as nothing else.
    const nameOf: NameOf = (field) =>
      columns.get(field) ?? (onlyMapped || mapped.includes(record.nameOf(field)) ? NONE : field);
    const email = record.text(nameOf('email'));
    const id = record.text(nameOf('id')) ?? record.text(nameOf('uid'));
    const fields: UserFields = { email, ...readFields(record, nameOf) };
    for (const [field, column] of columns) {
      const [, object, name = ''] = CSV_VALUE.exec(field) ?? [];
      if (object === 'metadata' || object === 'claims') {
        fields[object] = { ...fields[object], [name]: record.text(column) };
      }
    }
    return { id, isUser: true, fields: id === undefined ? fields : keepId(id, fields) };
  },
};

function checkNames(names: readonly string[], needed: Iterable<string>): void {
  for (const column of needed) {
    if (names.includes(column)) continue;
    // Without the other names: a file without a header has a user in their place.
    const similar = names.find((name) => name.toLowerCase() === column.toLowerCase()) ?? '<column>';
    throw wrongShape(`The file has no column "${column}". Map it, such as --map email=${similar}.`);
  }
}

/** The fields by their letters. Without the id, which no user needs: "_id" is often a number of a table. */
const BY_LETTERS = new Map(CSV_FIELDS.filter((field) => field !== 'id').map((field) => [lettersOf(field), field]));

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '');
}

/** A column such as "passwordHash" would be lost, and its users with it. */
function checkSimilar(
  names: readonly string[],
  has: (field: string) => boolean,
  columns: SourceOptions['columns'],
): void {
  const mapped = [...columns.values()];
  for (const name of names) {
    const field = BY_LETTERS.get(lettersOf(name));
    if (field === undefined || has(field) || columns.has(field) || mapped.includes(name)) continue;
    throw wrongShape(`The column "${name}" is not read: use --map ${field}=${name}, or rename it.`);
  }
}

function readFields(record: Fields, nameOf: NameOf): UserFields {
  const secret = record.text(nameOf('totp'));
  return {
    password: readPassword(record, nameOf('password')),
    password_hash: record.text(nameOf('password_hash')),
    email_verified: record.flag(nameOf('email_verified')),
    active: record.flag(nameOf('active')),
    created_at: record.time(nameOf('created_at')),
    metadata: record.object(nameOf('metadata'))?.plain,
    claims: record.object(nameOf('claims'))?.plain,
    totp: secret === undefined ? undefined : [{ secret, encoding: 'base32' }],
  };
}

function readPassword(record: Fields, column: string): string | undefined {
  const password = record.text(column);
  if (password !== undefined && looksLikeHash(password))
    throw wrongShape(`${column} looks like a hash: use --map password_hash=${column}.`);
  return password;
}
