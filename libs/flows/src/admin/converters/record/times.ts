/** What databases and programs write for no time: NULL in a text, zero, MySQL's zero date, and the zero time of Go and .NET. */
const NO_TIME = /^(?:null|\\N|0|0000-.*|0001-01-01.*)$/i;

/** ISO 8601, also as databases write it: "2024-03-01 10:20:30.1+00", "2024-03-01 10:20:30.0000000 +00:00". */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Numbers of other ranges, such as 20240301 or the 45352 of a spreadsheet, are no times: 1973 to 2100, and 2001 to 2100. */
const SECONDS = { min: 100_000_000, max: 4_102_444_800 };
const MILLISECONDS = { min: 1_000_000_000_000, max: 4_102_444_800_000 };

export const isNoTime = (value: unknown) => NO_TIME.test(String(value).trim());

/** Seconds since the epoch; NaN for a value of another form. A text without a zone is in UTC. */
export function secondsOf(value: unknown): number {
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
