import { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { type ColumnNames, csvValueOf, type Fields, isCsvField, readCsv } from '@app/importers';
import { looksLikeHash } from '@app/users';

const MOST_ROWS = 5;
const MOST_CHARACTERS = 100;
/** A mapping is in the address of the import, which has a limited length. */
const MOST_COLUMNS = 200;

/** Fields that columns of these names usually have. */
const USUAL = new Map(
  Object.entries({
    uid: 'id',
    mail: 'email',
    e_mail: 'email',
    email_address: 'email',
    encrypted_password: 'password_hash',
  }),
);

interface Preview {
  columns: { name: string; field: string | null }[];
  rows: string[][];
}

/**
 * The columns of a CSV file with the fields that they may be read as, and its first rows.
 * @param beginning the first bytes of the file
 * @throws {ApiError} INVALID_REQUEST for a header that cannot be used
 */
export async function previewCsv(beginning: Buffer): Promise<Preview> {
  let header: readonly string[] = [];
  const records: Fields[] = [];
  const checkHeader = ({ all }: ColumnNames) => {
    header = all.filter((name) => name !== '');
    if (header.length > MOST_COLUMNS) {
      const message = `The header has ${header.length} columns. A mapping on the screen has at most ${MOST_COLUMNS}.`;
      throw new ApiError('INVALID_REQUEST', message);
    }
  };
  for await (const chunk of readCsv(Readable.from([beginning]), beginning, { checkHeader })) {
    for (const { fields } of chunk) if (fields && records.length < MOST_ROWS) records.push(fields);
  }
  const cellsOf = (name: string) => records.map(({ plain }) => String(plain[name] ?? ''));
  const fields = fieldsOf(header, cellsOf);
  return {
    columns: header.map((name) => ({ name, field: fields.get(name) ?? null })),
    rows: records.map(({ plain }) => header.map((name) => String(plain[name] ?? '').slice(0, MOST_CHARACTERS))),
  };
}

/** Each field is suggested for the first column of its name only. */
function fieldsOf(header: readonly string[], cellsOf: (name: string) => string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of header) {
    const field = usualField(name, cellsOf(name));
    if (field !== undefined && ![...found.values()].includes(field)) found.set(name, field);
  }
  return found;
}

function usualField(name: string, cells: string[]): string | undefined {
  const word = name.toLowerCase().replace(/[^a-z\d]+/g, '_');
  const field = csvValueOf(name) ?? USUAL.get(word) ?? (isCsvField(word) ? word : undefined);
  return field === 'password' && cells.some(looksLikeHash) ? 'password_hash' : field;
}
