import type { Env } from '@app/config';

/** The languages of the emails of the service and of its pages, the default one first. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages of the pages: those of the service, and those that `BRANDING_DIR` adds. */
export function pageLanguages({ pages }: Pick<Env, 'pages'>): string[] {
  return [...new Set<string>([...LANGUAGES, ...(pages.branding?.texts.keys() ?? [])])];
}

/** More languages than a browser sends. The rest of a longer header is ignored. */
const MAX_RANGES = 20;
const LANGUAGE_RANGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}$/i;

/**
 * The best of the available languages (RFC 4647, section 3.4, lookup): each preferred language in turn, with fewer and fewer
 * subtags; undefined if none fits.
 * @param preferred an `Accept-Language` header (RFC 9110, section 12.5.4), or one language tag
 */
export function lookUp<T extends string>(preferred: string, available: readonly T[]): T | undefined {
  for (const range of rangesOf(preferred)) {
    for (let tag = range; tag !== ''; tag = shortened(tag)) {
      const found = available.find((name) => name.toLowerCase() === tag);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The language ranges of a header in lower case, the most preferred first. `*` has no place in a lookup. */
function rangesOf(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', weight] = part.split(';');
      const quality = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(weight ?? 'q=1')?.[1];
      return { range: range.trim().toLowerCase(), quality: Number(quality ?? 0) };
    })
    .filter(({ range, quality }) => LANGUAGE_RANGE.test(range) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** Without its last subtag, and without a single letter that would then be the last one. */
function shortened(tag: string): string {
  const subtags = tag.split('-').slice(0, -1);
  if (subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join('-');
}

/** The language of the service for a reader. Each parameter is an `Accept-Language` header, or one language tag. */
export function supportedLanguage(preferred: string, otherwise: string): Language {
  return lookUp(preferred, LANGUAGES) ?? lookUp(otherwise, LANGUAGES) ?? LANGUAGES[0];
}

/** The scripts of living languages that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

/** The direction of the text of a language, for the attribute `dir` of HTML. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

const UNITS: [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A duration in words, in the largest unit that divides it: `15 minutes`. */
export function durationInWords(seconds: number, locale: string): string {
  const [size, unit] = UNITS.find(([size]) => seconds % size === 0 && seconds >= size) ?? [1, 'second'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** A time in words: `23 November 2026 at 02:47 UTC`. */
export function timeInWords(seconds: number, locale: string): string {
  const format = formats.get(locale) ?? timeFormat(locale);
  formats.set(locale, format);
  return `${format.format(seconds * 1_000)} UTC`;
}

/** A date in words, in UTC: `23 November 2026`. */
export function dateInWords(seconds: number, locale: string): string {
  const format = new Intl.DateTimeFormat(orderedByDay(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(seconds * 1_000);
}

/** Node takes milliseconds to make a format. */
const formats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(orderedByDay(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  });
}

/** Plain English has the American order of day and month, which readers elsewhere mistake. */
function orderedByDay(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}
