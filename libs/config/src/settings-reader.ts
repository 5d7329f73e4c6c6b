/** An invalid setting: its variable, what is wrong with its value, and which values are allowed. */
export interface Problem {
  variable: string;
  wrong: string;
  allowed: string;
}

/** Thrown for invalid settings. The message names each variable, and contains no secret. */
export class SettingsError extends Error {
  constructor(readonly problems: Problem[]) {
    super(problems.map(({ variable, wrong, allowed }) => `${variable}: ${wrong}; allowed: ${allowed}`).join('\n'));
    this.name = 'SettingsError';
  }
}

/** Texts of settings by their names. */
export type Source = Record<string, string | undefined>;

/** What was found for a setting. */
export interface FoundSetting {
  /** The text in force; undefined if the setting has neither a text nor a default. */
  text: string | undefined;
  /** Whether the operator has set it. */
  given: boolean;
  fallback?: string;
  /** The values that it may have, in words. */
  allowed?: string;
}

/** Reads settings one by one and collects all problems, so that the operator sees them together. */
export class SettingsReader {
  /** What was read, by name: the settings, and the variables that `PROVIDERS_FILE` names. */
  readonly found = new Map<string, FoundSetting>();
  private readonly problems: Problem[] = [];

  /** @param own for settings that are not in the source */
  constructor(
    private readonly source: Source,
    private readonly own: Source = {},
  ) {}

  /** An empty value counts as not set. @param allowed the values that it may have, in words */
  text(name: string, allowed?: string, fallback?: string): string | undefined {
    const given = this.source[name]?.trim() || undefined;
    const text = given ?? this.own[name];
    const found = this.found.get(name) ?? { text, given: given !== undefined };
    this.found.set(
      name,
      allowed === undefined ? found : { ...found, allowed, ...(fallback !== undefined && { fallback }) },
    );
    return text;
  }

  /** @param parse returns undefined, or throws, for an invalid value @param isWord whether a message may have the value */
  parsed<T>(
    name: string,
    allowed: string,
    fallback: string,
    parse: (value: string) => T | undefined,
    isWord = false,
  ): T {
    const value = this.text(name, allowed, fallback);
    const result = value === undefined ? undefined : attempt(parse, value);
    if (result !== undefined) return result;
    if (value !== undefined)
      this.reject(name, isWord ? `"${value}" is not one of them` : 'this value cannot be used', allowed);
    return parse(fallback) as T;
  }

  reject(variable: string, wrong: string, allowed: string): void {
    this.problems.push({ variable, wrong, allowed });
  }

  /** @throws {SettingsError} when any value so far was invalid */
  finish(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }
}

function attempt<T>(parse: (value: string) => T | undefined, value: string): T | undefined {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
}

/** The settings that defaults and checks of later ones depend on. */
export interface Earlier {
  NODE_ENV: string;
  PORT: number;
  BASE_URL: string;
  APP_URL: string;
  APP_NAME: string;
  HOSTED_PAGES: boolean;
  ACCESS_TOKEN_AUDIENCE: string | undefined;
  API_KEY_SCOPES: string[];
  PASSKEY_RP_ID: string;
  MIGRATION_URL: string | undefined;
}

/** Reads one setting. @param strict its default with `SECURITY_PROFILE=strict`, where that is in force and changes it */
export type Reading<T> = (read: SettingsReader, name: string, earlier: Earlier, strict?: string) => T;

/** Reads a number, or one of a few words: no secret. */
type PlainReading<T> = Reading<T> & { isPlain: true };

/** A setting: how it is read, and what the reference and .env.example say of it, in Markdown. */
interface Described {
  /** Where `Env` has it: `port`, or `pages.on` in a group. */
  field: string;
  meaning: string;
  /** The default in words, where it depends on other settings. */
  byDefault?: string;
  /** The document that says more. */
  see?: `docs/${string}.md`;
  /** The safer default of `SECURITY_PROFILE=strict`. */
  strict?: string;
  /** Whether another value is as safe as that. */
  asSafe?: (text: string) => boolean;
}

interface PlainSetting extends Described {
  read: PlainReading<unknown>;
}

/** A setting with a free text. */
interface TextSetting extends Described {
  read: Reading<unknown>;
  /** How an administrator sees it: the text; the protocol and the host of a URL; the location of a database; whether a secret is set. */
  shown: 'text' | 'url' | 'database' | 'secret';
}

export type Setting = PlainSetting | TextSetting;

/** A value, or one that depends on earlier settings. */
type Given<T> = T | ((earlier: Earlier) => T);

const given = <T extends string | number>(value: Given<T>, earlier: Earlier): T =>
  typeof value === 'function' ? value(earlier) : value;

export const inProduction =
  <const T>(production: T, otherwise: T) =>
  ({ NODE_ENV }: { NODE_ENV: string }): T =>
    NODE_ENV === 'production' ? production : otherwise;

/** @param parse returns undefined, or throws, for an invalid value */
export const parsed =
  <T>(
    allowed: Given<string>,
    fallback: Given<string>,
    parse: (text: string, earlier: Earlier) => T | undefined,
  ): Reading<T> =>
  (read, name, earlier) =>
    read.parsed(name, given(allowed, earlier), given(fallback, earlier), (text) => parse(text, earlier));

/** The same for a setting that may be off. @param parse returns null for that */
export const optional = <T>(
  allowed: Given<string>,
  fallback: string,
  parse: (text: string, earlier: Earlier) => T | null | undefined,
): Reading<T | undefined> => {
  const reading = parsed<T | null>(allowed, fallback, parse);
  return (read, name, earlier) => reading(read, name, earlier) ?? undefined;
};

/** A text of any form. */
export const textOf =
  (allowed: string): Reading<string | undefined> =>
  (read, name) =>
    read.text(name, allowed);

function plain<T>(
  allowed: string,
  usual: Given<string | number>,
  parse: (text: string) => T | undefined,
  isWord = true,
): PlainReading<T> {
  const reading: Reading<T> = (read, name, earlier, strict) => {
    const fallback = strict ?? String(given(usual, earlier));
    return read.parsed(name, `${allowed} (default ${fallback})`, fallback, parse, isWord);
  };
  return Object.assign(reading, { isPlain: true as const });
}

export const choice = <const T extends string>(words: readonly T[], usual: Given<NoInfer<T>>): PlainReading<T> =>
  plain(words.join(', '), usual, (text) => words.find((word) => word === text));

/** Two words, of which one is `off`. */
export const toggle = <const T extends string>(words: readonly T[], usual: Given<NoInfer<T>>): PlainReading<boolean> =>
  plain(words.join(', '), usual, (text) => (words.some((word) => word === text) ? text !== 'off' : undefined));

export const integer = (min: number, max: number, usual: Given<number>): PlainReading<number> =>
  plain(`an integer from ${min} to ${max}`, usual, (text) => integerIn(text, min, max));

/** @param meaning of 0, for the message */
export const integerOrZero = (min: number, max: number, usual: number, meaning: string): PlainReading<number> =>
  plain(
    `an integer from ${min} to ${max}, or 0 ${meaning}`,
    usual,
    (text) => integerIn(text, min, max) ?? integerIn(text, 0, 0),
    false,
  );

function integerIn(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
