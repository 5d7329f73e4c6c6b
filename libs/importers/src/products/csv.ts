import { looksLikeHash } from '@app/users';
import { type Fields, wrongShape } from '../fields.js';
import { keepId, type Part, type Source, type SourceOptions, type UserFields } from '../source.js';

/** The fields that columns can fill. A column of the same name fills its field without `--map`. */
export const CSV_FIELDS = [
  ...['id', 'email', 'password', 'password_hash', 'email_verified', 'active', 'created_at'],
  ...['metadata', 'claims', 'totp'],
];
/** A field that is one value of `metadata` or of `claims`. A dot in the name of the value has no meaning. */
const VALUE = /^(metadata|claims)\.(.+)$/s;

/** Whether a column of a table can fill this field. */
export function isCsvField(field: string): boolean {
  return CSV_FIELDS.includes(field) || VALUE.test(field);
}

/** The field that a column of this name fills, if it is one value. The name of the value stays as it is written. */
export function csvValueOf(column: string): string | undefined {
  const [, object = '', name = ''] = /^\s*(metadata|claims)\s*\.\s*(.*\S)\s*$/is.exec(column) ?? [];
  return name === '' ? undefined : `${object.toLowerCase()}.${name}`;
}

type NameOf = (field: string) => string;

/** No column has this name, because names are trimmed. */
const NONE = ' ';

/** Any table with a header. */
export const csv: Source = {
  checkHeader(names, { columns, onlyMapped }) {
    if (!names.has('email') || columns.has('email')) checkNames(names.all, [columns.get('email') ?? 'email']);
    checkNames(names.all, columns.values());
    if (onlyMapped) return;
    checkSimilar(names.all, (field) => names.has(field), columns);
    valueColumns(names.all, columns);
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
    const own = onlyMapped ? [] : valueColumns(record.names, columns);
    for (const [field, column] of [...own, ...columns]) {
      const [, object, name = ''] = VALUE.exec(field) ?? [];
      const value = object === undefined ? undefined : record.text(column);
      if (value !== undefined && (object === 'metadata' || object === 'claims'))
        fields[object] = { ...fields[object], [name]: value };
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
    const field = csvValueOf(name) === undefined ? BY_LETTERS.get(lettersOf(name)) : undefined;
    if (field === undefined || has(field) || columns.has(field) || mapped.includes(name)) continue;
    throw wrongShape(`The column "${name}" is not read: use --map ${field}=${name}, or rename it.`);
  }
}

/** The columns that are named like one value, with their fields. A column or a field with a mapping is left to it. */
function valueColumns(names: readonly string[], mapped: SourceOptions['columns']): Map<string, string> {
  const columns = new Map<string, string>();
  for (const name of names) {
    const field = csvValueOf(name);
    if (field === undefined || mapped.has(field) || [...mapped.values()].includes(name)) continue;
    const other = columns.get(field);
    if (other !== undefined) throw wrongShape(`The columns "${other}" and "${name}" are both "${field}": rename one.`);
    columns.set(field, name);
  }
  return columns;
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
