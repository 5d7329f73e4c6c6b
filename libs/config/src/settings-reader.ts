/** One setting that is wrong: its variable, what is wrong with it, and what is allowed. */
export interface Problem {
  variable: string;
  wrong: string;
  allowed: string;
}

/** Thrown when settings are wrong. The message names each variable; no secret is repeated in it. */
export class SettingsError extends Error {
  constructor(readonly problems: Problem[]) {
    super(problems.map(({ variable, wrong, allowed }) => `${variable}: ${wrong}; allowed: ${allowed}`).join('\n'));
    this.name = 'SettingsError';
  }
}

/** Reads settings one by one and collects what is wrong, so that a user sees all of it at once. */
export class SettingsReader {
  private readonly problems: Problem[] = [];

  constructor(private readonly source: Record<string, string | undefined>) {}

  /** A variable set to nothing counts as not set. */
  text(variable: string): string | undefined {
    const value = this.source[variable]?.trim();
    return value === '' ? undefined : value;
  }

  integer(variable: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    const value = this.text(variable);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.reject(variable, `"${value}" is not one of them`, `an integer from ${min} to ${max} (default ${fallback})`);
    return fallback;
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

  /** A text that `parse` understands; `parse` returns undefined, or throws, for one that it does not. */
  parsed<T>(variable: string, allowed: string, fallback: string, parse: (value: string) => T | undefined): T {
    const value = this.text(variable);
    const result = value === undefined ? undefined : attempt(parse, value);
    if (result !== undefined) return result;
    if (value !== undefined) this.reject(variable, 'this value cannot be used', allowed);
    return parse(fallback) as T;
  }

  /** Rejects the old name of a setting. */
  renamed(old: string, name: string): void {
    if (this.text(old) !== undefined) this.reject(old, `it is called ${name} now`, `only ${name}, with the same value`);
  }

  reject(variable: string, wrong: string, allowed: string): void {
    this.problems.push({ variable, wrong, allowed });
  }

  /** @throws {SettingsError} when anything read so far was wrong */
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
