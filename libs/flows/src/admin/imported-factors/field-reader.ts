import { ApiError } from '@app/errors';

/** Reads the fields of a factor in an import. */
export class FieldReader {
  private readonly known = new Set<string>();

  /** @param place names the factor in errors, such as `totp[0]` */
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly place: string,
  ) {}

  /**
   * The value of a field.
   * @param form describes the values that fit
   * @param otherwise the value of a field that is left out; without one, the field is required
   * @throws {ApiError} INVALID_FACTOR, naming the field, never its value
   */
  get<T>(name: string, fits: (value: unknown) => value is T, form: string, otherwise?: T): T {
    this.known.add(name);
    const value = this.fields[name] === undefined ? otherwise : this.fields[name];
    if (!fits(value)) throw new ApiError('INVALID_FACTOR', `${this.place}.${name} must be ${form}.`);
    return value;
  }

  /** A field with another name would otherwise be lost without notice. @throws {ApiError} INVALID_FACTOR */
  finish(): void {
    const unknown = Object.keys(this.fields).some((name) => !this.known.has(name));
    if (unknown) throw new ApiError('INVALID_FACTOR', `${this.place} may have only ${[...this.known].join(', ')}.`);
  }
}

export const isText =
  (pattern: RegExp, most = Number.POSITIVE_INFINITY) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= most && pattern.test(value);

export const isInteger =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

export const isOneOf =
  <T>(choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.includes(value as T);

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
