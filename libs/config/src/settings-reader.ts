import type { SettingName } from './texts/setting-texts.js';

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

/** The bounds of an integer, and its value when it is not set. */
interface Bounds {
  min: number;
  max: number;
  fallback: number;
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
  /** Whether it is a number or one of a few words, and so no secret. */
  harmless?: boolean;
}

/** Reads settings one by one and collects all problems, so that the operator sees them together. */
export class SettingsReader {
  /** The settings that were read, by their names. */
  readonly found = new Map<string, FoundSetting>();
  private readonly problems: Problem[] = [];
  private defaults: Readonly<Record<string, string>> = {};

  /** @param own for settings that are not in the source */
  constructor(
    private readonly source: Source,
    private readonly own: Source = {},
  ) {}

  /** Replaces the defaults of some settings that are read later. */
  useDefaults(defaults: Readonly<Record<string, string>>): void {
    this.defaults = defaults;
  }

  /** An empty value counts as not set. @param allowed the values that it may have, in words */
  text(variable: SettingName, allowed?: string): string | undefined {
    const text = this.variable(variable);
    if (allowed !== undefined) Object.assign(this.found.get(variable) ?? {}, { allowed });
    return text;
  }

  /** A variable that is no setting, but that one names. */
  variable(variable: string): string | undefined {
    const given = this.source[variable]?.trim() || undefined;
    const text = given ?? this.own[variable];
    if (!this.found.has(variable)) this.found.set(variable, { text, given: given !== undefined });
    return text;
  }

  integer(variable: SettingName, { min, max, fallback: usual }: Bounds): number {
    const fallback = Number(this.defaults[variable] ?? usual);
    const allowed = `an integer from ${min} to ${max} (default ${fallback})`;
    const value = this.withFallback(variable, { fallback: String(fallback), allowed, harmless: true });
    if (value === undefined) return fallback;
    const number = toInteger(value);
    if (number >= min && number <= max) return number;
    this.reject(variable, `"${value}" is not one of them`, allowed);
    return fallback;
  }

  /** @param meaning of 0, for the message */
  integerOrZero(variable: SettingName, { min, max, fallback: usual }: Bounds, meaning: string): number {
    const fallback = Number(this.defaults[variable] ?? usual);
    const allowed = `an integer from ${min} to ${max}, or 0 ${meaning} (default ${fallback})`;
    this.withFallback(variable, { fallback: String(fallback), allowed, harmless: true });
    return this.parsed(variable, allowed, String(fallback), (value) => {
      const number = toInteger(value);
      return number === 0 || (number >= min && number <= max) ? number : undefined;
    });
  }

  oneOf<T extends string>(variable: SettingName, choices: readonly T[], usual: T): T {
    const fallback = choices.find((choice) => choice === this.defaults[variable]) ?? usual;
    const allowed = `${choices.join(', ')} (default ${fallback})`;
    const value = this.withFallback(variable, { fallback, allowed, harmless: true });
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.reject(variable, `"${value}" is not one of them`, allowed);
    return choice ?? fallback;
  }

  /** @param parse returns undefined, or throws, for an invalid value */
  parsed<T>(variable: SettingName, allowed: string, fallback: string, parse: (value: string) => T | undefined): T {
    const value = this.withFallback(variable, { fallback, allowed });
    const result = value === undefined ? undefined : attempt(parse, value);
    if (result !== undefined) return result;
    if (value !== undefined) this.reject(variable, 'this value cannot be used', allowed);
    return parse(fallback) as T;
  }

  private withFallback(variable: SettingName, facts: Omit<FoundSetting, 'text' | 'given'>): string | undefined {
    const text = this.text(variable);
    Object.assign(this.found.get(variable) ?? {}, facts);
    return text;
  }

  reject(variable: string, wrong: string, allowed: string): void {
    this.problems.push({ variable, wrong, allowed });
  }

  /** @throws {SettingsError} when any value so far was invalid */
  finish(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }
}

/** NaN for any other text. */
function toInteger(value: string): number {
  return /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
}

function attempt<T>(parse: (value: string) => T | undefined, value: string): T | undefined {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
}
