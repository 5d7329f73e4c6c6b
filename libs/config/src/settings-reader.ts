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

/** Reads settings one by one and collects all problems, so that the operator sees them together. */
export class SettingsReader {
  /** The settings that were read. */
  readonly names = new Set<string>();
  private readonly problems: Problem[] = [];

  constructor(private readonly source: Record<string, string | undefined>) {}

  /** An empty value counts as not set. */
  text(variable: string): string | undefined {
    this.names.add(variable);
    const value = this.source[variable]?.trim();
    return value === '' ? undefined : value;
  }

  integer(variable: string, { min, max, fallback }: Bounds): number {
    const value = this.text(variable);
    if (value === undefined) return fallback;
    const number = toInteger(value);
    if (number >= min && number <= max) return number;
    this.reject(variable, `"${value}" is not one of them`, `an integer from ${min} to ${max} (default ${fallback})`);
    return fallback;
  }

  /** @param meaning of 0, for the message */
  integerOrZero(variable: string, { min, max, fallback }: Bounds, meaning: string): number {
    const allowed = `an integer from ${min} to ${max}, or 0 ${meaning} (default ${fallback})`;
    return this.parsed(variable, allowed, String(fallback), (value) => {
      const number = toInteger(value);
      return number === 0 || (number >= min && number <= max) ? number : undefined;
    });
  }

  oneOf<T extends string>(variable: string, choices: readonly T[], fallback: T): T {
    const value = this.text(variable);
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) {
      this.reject(variable, `"${value}" is not one of them`, `${choices.join(', ')} (default ${fallback})`);
    }
    return choice ?? fallback;
  }

  /** @param parse returns undefined, or throws, for an invalid value */
  parsed<T>(variable: string, allowed: string, fallback: string, parse: (value: string) => T | undefined): T {
    const value = this.text(variable);
    const result = value === undefined ? undefined : attempt(parse, value);
    if (result !== undefined) return result;
    if (value !== undefined) this.reject(variable, 'this value cannot be used', allowed);
    return parse(fallback) as T;
  }

  /** Rejects the old name of a setting. */
  renamed(old: string, name: string): void {
    if (this.source[old]?.trim()) this.reject(old, `it is called ${name} now`, `only ${name}, with the same value`);
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
