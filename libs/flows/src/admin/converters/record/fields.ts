import { ApiError } from '@app/errors';
import { type Expected, wrongValue } from '../../../input/wrong-value.js';
import type { ColumnNames } from './column-names.js';
import { MOST_LEVELS, parseJson } from './parse-json.js';
import { isNoTime, secondsOf } from './times.js';

const TRUE = ['true', 't', '1', 'yes', 'y'];
const FALSE = ['false', 'f', '0', 'no', 'n'];
export function wrongShape(message: string): ApiError {
  return new ApiError('INVALID_REQUEST', message);
}

/**
 * Reads the fields of a record whose shape is not trusted. Null and an empty text count as no value. A field of another type
 * refuses the record with a message that names the field, and shows its value only where that is harmless.
 */
export class Fields {
  private constructor(
    private readonly values: Record<string, unknown>,
    private readonly path: string,
    private readonly columns?: ColumnNames,
  ) {}

  /** @param columns the columns of a table @throws {ApiError} INVALID_REQUEST for anything but an object */
  static of(value: unknown, path = '', columns?: ColumnNames): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongShape(path === '' ? 'The record must be an object.' : `${path} must be an object.`);
    }
    return new Fields(value as Record<string, unknown>, path, columns);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'string') return value;
    // A greater integer was rounded when it was read, and another user may have the same rounded id.
    if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
    throw this.wrong(name, typeof value === 'number' ? 'a text, because JSON rounds numbers of this size' : 'a text');
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.wrong(name, 'a text');
    return value;
  }

  /** A truth value, also in the forms of CSV files and databases. */
  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const word = String(value).toLowerCase();
    if (TRUE.includes(word)) return true;
    if (FALSE.includes(word)) return false;
    throw this.wrong(name, 'true or false', 'flag');
  }

  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw this.wrong(name, 'an integer');
    return number;
  }

  /** A time in seconds since the epoch; undefined for what databases write for no time. */
  time(name: string): number | undefined {
    const value = this.get(name);
    const seconds = value === undefined || isNoTime(value) ? undefined : secondsOf(value);
    if (Number.isNaN(seconds))
      throw this.wrong(name, 'a time in ISO 8601, or seconds or milliseconds since 1970', 'time');
    return seconds;
  }

  /** An object, also as JSON in a text. */
  object(name: string): Fields | undefined {
    const value = this.parsed(name);
    return value === undefined ? undefined : Fields.of(value, this.pathOf(name));
  }

  /** A list, also as JSON in a text. */
  list(name: string): unknown[] {
    const value = this.parsed(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.wrong(name, 'a list');
    return value;
  }

  objects(name: string): Fields[] {
    return this.list(name).map((value, index) => Fields.of(value, `${this.pathOf(name)}[${index}]`));
  }

  texts(name: string): string[] {
    const list = this.list(name);
    if (list.every((value) => typeof value === 'string')) return list;
    throw this.wrong(name, 'a list of texts');
  }

  get names(): string[] {
    return Object.keys(this.values);
  }

  /** The values as they are. */
  get plain(): Record<string, unknown> {
    return this.values;
  }

  wrong(name: string, form: string, expected: Expected = 'other'): ApiError {
    const value = this.get(name);
    const shown = value === undefined ? '' : ` It is ${wrongValue(expected, value)}.`;
    return wrongShape(`${this.pathOf(name)} must be ${form}.${shown}`);
  }

  /** The name of a field in this record: a column may have another spelling. */
  nameOf(name: string): string | undefined {
    if (this.columns) return this.columns.find(name);
    return Object.hasOwn(this.values, name) ? name : undefined;
  }

  private get(name: string): unknown {
    const own = this.nameOf(name);
    const value = own !== undefined && Object.hasOwn(this.values, own) ? this.values[own] : undefined;
    return value === null || value === '' ? undefined : value;
  }

  private parsed(name: string): unknown {
    const value = this.get(name);
    if (typeof value !== 'string') return value;
    try {
      return parseJson(value);
    } catch (error) {
      throw this.wrong(name, error instanceof RangeError ? `JSON of at most ${MOST_LEVELS} levels` : 'valid JSON');
    }
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}
