import { ApiError } from '@app/errors';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The names of columns in a header.
 * @throws {ApiError} INVALID_REQUEST for a line that is no header, and for two columns of one name, as a join of tables has them:
 * one would hide the other
 */
export function namesIn(cells: string[]): string[] {
  const names = cells.map((name) => name.trim());
  const problem = problemOf(names);
  if (problem !== undefined) throw new ApiError('INVALID_REQUEST', problem);
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      throw new ApiError('INVALID_REQUEST', `The header has the column "${name.slice(0, 100)}" twice: rename one.`);
    seen.add(name);
  }
  return names;
}

/** Why a first line is no header. Its values are not in the message, because they may be of a person. */
function problemOf(names: string[]): string | undefined {
  if (/^sep=/i.test(names[0] ?? '')) return 'The first line "sep=" is of a spreadsheet, and no header: remove it.';
  if (names.some((name) => ADDRESS.test(name))) return 'The file has no header: its first line has an address.';
  const isOther = names.length === 1 && names[0]?.includes('|');
  return isOther ? 'The fields must be separated by commas, semicolons or tabs, and not by "|".' : undefined;
}
