import type { AccountTexts, EventTexts } from './account/en.js';
import { en, type SignInTexts } from './en.js';

export type Texts = SignInTexts & AccountTexts & EventTexts;
export type TextKey = keyof Texts;

/** The texts of a part in each language. */
export type TextSet = Record<'en', () => Promise<Partial<Texts>>> & Record<string, () => Promise<Partial<Texts>>>;

const HOUR = 3_600;
const DAY = 24 * HOUR;
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** The texts of an element in one language. */
export class Wording {
  readonly dir: 'ltr' | 'rtl';

  constructor(
    readonly locale: string,
    private readonly texts: Partial<Texts>,
  ) {
    this.dir = RIGHT_TO_LEFT.includes(languageOf(locale)) ? 'rtl' : 'ltr';
  }

  /** A text, with the values of its places such as `{email}`. */
  text(key: TextKey, values: Record<string, string> = {}): string {
    return (this.texts[key] ?? '').replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
  }

  /**
   * What the user reads of an error code.
   * @param retryAfter in seconds
   * @param least how many characters a new password has at least
   */
  error(code: string, retryAfter = 60, least = 0): string {
    const key = Object.hasOwn(this.texts, code) ? (code as TextKey) : 'UNKNOWN';
    return this.text(key, { time: this.inSeconds(retryAfter), count: this.number(least), code });
  }

  date(seconds: number): string {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    return new Intl.DateTimeFormat(this.locale, style).format(seconds * 1_000);
  }

  /** A length of time, in days or hours. */
  span(seconds: number): string {
    const [value, unit] = seconds < DAY ? [seconds / HOUR, 'hour'] : [seconds / DAY, 'day'];
    const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(this.locale, style).format(Math.max(1, value));
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  private inSeconds(seconds: number): string {
    const [value, unit] = seconds < 90 ? [seconds, 'second' as const] : [Math.ceil(seconds / 60), 'minute' as const];
    return new Intl.RelativeTimeFormat(this.locale).format(value, unit);
  }
}

/** English, until another language is loaded. */
export const ENGLISH = new Wording('en', en);

/** Texts of a product that replace some of ours, and its further languages. */
export interface OwnTexts {
  locales: string[];
  load: (locale: string) => Promise<Partial<Texts>>;
}

const NONE: OwnTexts = { locales: [], load: async () => ({}) };

/**
 * The best language for a user. Texts that it lacks are in English.
 * @param sets the texts that are needed
 * @param wanted tags in the order of preference
 */
export async function wordingFor(sets: TextSet[], wanted: readonly string[], own = NONE): Promise<Wording> {
  const known = sets[0] ?? {};
  const tags = wanted.flatMap(tagsOf);
  const ownLocaleOf = (tag: string) =>
    own.locales.find((each) => each === tag) ?? own.locales.find((each) => languageOf(each) === languageOf(tag));
  const locale = tags.find((tag) => Object.hasOwn(known, languageOf(tag)) || ownLocaleOf(tag)) ?? 'en';
  const loaded = sets.flatMap((set) => [set.en(), set[languageOf(locale)]?.()]);
  const replaced = ownLocaleOf(locale);
  const texts = await Promise.all([...loaded, replaced && own.load(replaced)]);
  return new Wording(locale, Object.assign({}, ...texts));
}

/** A tag in its standard form. A link can ask for any text, which the functions of the browser for languages refuse. */
function tagsOf(text: string): string[] {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'));
  } catch {
    return [];
  }
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** The texts of a sign-in and of all errors, in each language, which is loaded when it is needed. */
export const SIGN_IN_TEXTS = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  pt: async () => (await import('./pt.js')).pt,
};
