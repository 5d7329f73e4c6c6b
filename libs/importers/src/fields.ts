import { ApiError } from '@app/errors';

/** What a field should have: it decides which wrong values may be shown. */
export type Expected = 'flag' | 'time' | 'email' | 'other';

const MOST_CHARACTERS = 60;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

/**
 * Texts that are no password, hash or secret, whatever column they come from: a wrong mapping reads passwords as dates. So only words for
 * yes and no, times, and whole addresses are shown.
 */
const HARMLESS: Record<Expected, RegExp> = {
  flag: /^(?:[yn]|on|off|[jsx+-]|ja|nein|oui|non|si|sí|sim|não|no|wahr|falsch|vrai|faux|verified|unverified|(?:in)?active|enabled|disabled|pending|null|none|n\/a|-?\d{1,2})$/i,
  time: new RegExp(
    `^(?=.*\\d)(?!\\d{15})(?:[\\d\\s:.,/+-]|T(?=\\d)|Z$|[AP]M\\b|GMT|UTC|(?:${MONTHS})[a-z]{0,6}\\b)+$`,
    'i',
  ),
  email: /^[^\s@"]{1,64}@[^\s@"]+\.\p{L}{2,}$/u,
  other: /^$/,
};

/** A wrong value for a message: an excerpt of a harmless one, and of any other only its type and its length. */
export function wrongValue(expected: Expected, value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' && typeof value !== 'number') return 'an object';
  const text = String(value).trim();
  if (!HARMLESS[expected].test(text.slice(0, 2 * MOST_CHARACTERS)))
    return typeof value === 'number' ? 'a number' : `a text of length ${value.length}`;
  const excerpt = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return typeof value === 'number' ? excerpt : `"${excerpt}"`;
}

/** More levels are no data of a user. Writing thousands of them as JSON again would exceed the stack. */
export const MOST_LEVELS = 100;

/** @throws {SyntaxError} for a text that is not valid JSON; {RangeError} for one with too many levels */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (hasMoreLevels(value, MOST_LEVELS)) throw new RangeError(`The JSON has more than ${MOST_LEVELS} levels.`);
  return value;
}

function hasMoreLevels(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((item) => hasMoreLevels(item, most - 1));
}

/** What databases and programs write for no time: NULL in a text, zero, MySQL's zero date, and the zero time of Go and .NET. */
const NO_TIME = /^(?:null|\\N|0|0000-.*|0001-01-01.*)$/i;

/** ISO 8601, also as databases write it: "2024-03-01 10:20:30.1+00", "2024-03-01 10:20:30.0000000 +00:00". */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Numbers of other ranges, such as 20240301 or the 45352 of a spreadsheet, are no times: 1973 to 2100, and 2001 to 2100. */
const SECONDS = { min: 100_000_000, max: 4_102_444_800 };
const MILLISECONDS = { min: 1_000_000_000_000, max: 4_102_444_800_000 };

const isNoTime = (value: unknown) => NO_TIME.test(String(value).trim());

/** Seconds since the epoch; NaN for a value of another form. A text without a zone is in UTC. */
function secondsOf(value: unknown): number {
  const text = String(value).trim();
  return Math.floor(NUMBER.test(text) ? ofNumber(Number(text)) : ofIso(text));
}

function ofNumber(number: number): number {
  if (isIn(number, SECONDS)) return number;
  return isIn(number, MILLISECONDS) ? number / 1_000 : Number.NaN;
}

const isIn = (number: number, { min, max }: typeof SECONDS) => number >= min && number <= max;

function ofIso(text: string): number {
  const [, date = '', time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hours, minutes = '00') => `${hours}:${minutes}`);
  return isDay(date) ? Date.parse(`${date}T${time.replace(',', '.')}${offset.toUpperCase()}`) / 1_000 : Number.NaN;
}

/** JavaScript reads February 30 as March 1. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

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

/** The same for names that differ in case, in blanks around them, and in dashes or blanks for underscores. */
const spelling = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_');

/** The columns of a table. A converter finds them also by another spelling, which spreadsheets and databases change. */
export class ColumnNames {
  private readonly asked = new Map<string, string | undefined>();

  constructor(readonly all: readonly string[]) {}

  has(name: string): boolean {
    return this.all.includes(name) || this.similarTo(name).length > 0;
  }

  /**
   * The column with this name, or the one with another spelling of it.
   * @throws {ApiError} INVALID_REQUEST for two columns with other spellings of it
   */
  find(name: string): string | undefined {
    if (!this.asked.has(name)) this.asked.set(name, this.look(name));
    return this.asked.get(name);
  }

  /** The columns that no converter has asked for. */
  get unread(): string[] {
    const read = new Set(this.asked.values());
    return this.all.filter((name) => name !== '' && !read.has(name));
  }

  private look(name: string): string | undefined {
    if (this.all.includes(name)) return name;
    const [similar, other] = this.similarTo(name);
    if (other === undefined) return similar;
    throw new ApiError('INVALID_REQUEST', `The columns "${similar}" and "${other}" are both "${name}": rename one.`);
  }

  private similarTo(name: string): string[] {
    const wanted = spelling(name);
    return wanted === '' ? [] : this.all.filter((each) => spelling(each) === wanted);
  }
}
