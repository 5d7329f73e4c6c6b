import { emailObjection, isAddress, normaliseEmail } from '@app/config';
import { BoundedObject, ERRORS, failsWith } from '@app/errors';
import type { SentCredential } from '@app/factors';
import { claimsObjection, isClaims, MAX_CLAIMS_BYTES } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import type { Field, Options, Shape } from './answers.dto.js';

type Code = Parameters<typeof failsWith>[0];
type Form = ReturnType<typeof failsWith>;

const MAX_METADATA_BYTES = 16 * 1024;
/** The greatest time that fits into a column of the database, in epoch seconds. */
export const LAST_SECOND = 2 ** 32 - 1;

/** A field of a request: what the OpenAPI document says of it, its checks, and its type. */
interface Input<T> extends Field<T> {
  rules: PropertyDecorator[];
  /** The value of a field that is left out. */
  initial?: T;
}

type Inputs = Record<string, Input<unknown>>;

/** The class of a request, which knows its fields. */
interface RequestClass<T> {
  new (): T;
  readonly fields: Inputs;
}

/**
 * The class of a request, whose fields are declared once: for the type, for the OpenAPI document and for the validation, which
 * keeps no others.
 * @param base a request with further fields: the document has them before these, and they are checked after these
 */
export function Request<F extends Inputs>(fields: F): RequestClass<Shape<F>>;
export function Request<B, F extends Inputs>(base: RequestClass<B>, fields: F): RequestClass<B & Shape<F>>;
export function Request(...given: [fields: Inputs] | [base: { fields: Inputs }, fields: Inputs]): RequestClass<object> {
  const [base, own] = given.length === 1 ? [{ fields: {} }, given[0]] : given;
  class Requested {
    static readonly fields = { ...base.fields, ...own };

    constructor() {
      for (const [name, { initial }] of Object.entries(Requested.fields))
        if (initial !== undefined) Object.assign(this, { [name]: initial });
    }
  }
  const { prototype, fields } = Requested;
  for (const [name, { options }] of Object.entries(fields)) ApiProperty(options)(prototype, name);
  for (const [name, { rules }] of Object.entries({ ...own, ...base.fields })) {
    for (const rule of rules) rule(prototype, name);
  }
  return Requested;
}

/** Brings an email into its stored form; removes the blanks around any other text. */
export const asStoredEmail = Transform(({ value }) =>
  typeof value === 'string' ? (normaliseEmail(value) ?? value.trim()) : value,
);

/** class-validator drops the context of a rule that has no message. */
function fits(name: string, validate: (value: unknown) => boolean, form: Form): PropertyDecorator {
  return ValidateBy({ name, validator: { validate, defaultMessage: () => '$property is not valid' } }, form);
}

/** A text of so many code points. `Length` of class-validator does not count variation selectors, and a column does. */
function hasLength(least: number, most: number, form: Form): PropertyDecorator {
  const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : -1);
  return fits('hasLength', (value) => lengthOf(value) >= least && lengthOf(value) <= most, form);
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || Buffer.byteLength(value) > MAX_METADATA_BYTES) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

export const CLAIMS_EXAMPLE = '{"roles":["editor"]}';

/** The text of a JSON object that an access token can repeat. */
function isClaimsText(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) => claimsObjection(value) ?? ERRORS.INVALID_CLAIMS.message;
  return ValidateBy({ name: 'isClaims', validator: { validate: isClaims } }, failsWith('INVALID_CLAIMS', message));
}

function isAddressText(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) =>
    (typeof value === 'string' ? emailObjection(value) : undefined) ?? ERRORS.INVALID_EMAIL.message;
  return fits('isAddress', isAddress, failsWith('INVALID_EMAIL', message));
}

const NAME = failsWith('INVALID_REQUEST', 'name must be a text of 1 to 100 printable characters');
const REASON = failsWith('INVALID_REQUEST', 'reason must be a text of 10 to 500 characters');
const SECONDS = failsWith('INVALID_REQUEST', '$property must be a time in UNIX epoch seconds');
const CHALLENGE = failsWith('INVALID_REQUEST', 'code_challenge must be 43 characters of base64url');

const any = <T>(options: Options, ...rules: PropertyDecorator[]): Input<T> => ({ options, rules });

const text = (code: Code, description: string, ...more: PropertyDecorator[]) =>
  any<string>({ type: String, description }, IsString(failsWith(code)), ...more);

const boolean = (description: string) =>
  any<boolean>({ type: Boolean, description }, IsBoolean(failsWith('INVALID_REQUEST')));

/** The field may be left out. `null` counts as a value of the wrong type. */
function optional<T>({ options, rules }: Input<T>): Input<T> & { optional: true } {
  const given = ValidateIf((_dto, value) => value !== undefined);
  return { options: { ...options, required: false }, rules: [given, ...rules], optional: true };
}

/** An integer. @param wrong the text of the failure */
function whole(
  { min = 0, max, description }: { min?: number; max: number; description: string },
  wrong = `$property must be an integer from ${min} to ${max}`,
): Input<number> {
  const form = failsWith('INVALID_REQUEST', wrong);
  return any({ type: 'integer', minimum: min, maximum: max, description }, IsInt(form), Min(min, form), Max(max, form));
}

/** The types of fields in requests. All but `flag` are required unless they are `optional`. */
export const f = {
  any,
  text,
  boolean,
  whole,
  optional,

  /** An optional `true` or `false`. @param otherwise the documented default */
  flag: (description: string, otherwise = false) => {
    const { options, ...rest } = optional(boolean(description));
    return { ...rest, options: { ...options, default: otherwise } };
  },

  /** A field that may be left out and then has this value. */
  initially: <T>(field: Input<T>, initial: T): Input<T> => {
    const { options, rules } = optional(field);
    return { options: { ...options, default: initial }, rules, initial };
  },

  /** One of a few words. */
  choice: <T extends string>(choices: readonly T[], description?: string) =>
    any<T>(
      { type: String, enum: choices as T[], ...(description !== undefined && { description }) },
      IsIn(choices, failsWith('INVALID_REQUEST', `$property must be one of ${choices.join(', ')}`)),
    ),

  /** A time. */
  seconds: (description: string) =>
    any<number>(
      { type: 'integer', description: `${description} UNIX epoch seconds.` },
      IsInt(SECONDS),
      Min(0, SECONDS),
      Max(LAST_SECOND, SECONDS),
    ),

  /** A text of so many code points. @param form the failure of any other value */
  sized: (least: number, most: number, form: Form, description: string, ...more: PropertyDecorator[]) =>
    any<string>({ type: String, description, maxLength: most }, hasLength(least, most, form), ...more),

  /** An address that could receive mail: `INVALID_EMAIL` otherwise. */
  email: () =>
    any<string>(
      {
        type: String,
        description:
          'An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).',
        format: 'email',
        maxLength: 254,
      },
      asStoredEmail,
      isAddressText(),
    ),

  /** The language of an email and of the page of its link. An unknown one is no error: they then have the default language. */
  locale: () =>
    text(
      'INVALID_REQUEST',
      'The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language.',
    ),

  /** A JSON text. */
  metadata: () =>
    any<string>(
      { type: String, description: 'Any valid JSON, at most 16 KiB; kept byte for byte.', example: '{"plan":"pro"}' },
      fits('isJsonText', isJsonText, failsWith('INVALID_METADATA')),
    ),

  /** The claims of a user. */
  claims: (consequence = 'Default: `{}`.') =>
    any<string>(
      {
        type: String,
        description: `What access tokens say about the user as \`app\`: a JSON object, kept byte for byte. A number that JavaScript would round is refused. ${consequence}`,
        maxLength: MAX_CLAIMS_BYTES,
        example: CLAIMS_EXAMPLE,
      },
      isClaimsText(),
    ),

  /** The name that a person gives to a client, a key or a token. */
  name: (description: string) =>
    any<string>({ type: String, description }, hasLength(1, 100, NAME), Matches(/^\P{C}+$/u, NAME)),

  /** Why an administrator does something, for the event log. */
  reason: () =>
    any<string>(
      { type: String, description: 'Why, for the event log.', minLength: 10, maxLength: 500 },
      Transform(({ value }) => (typeof value === 'string' ? value.trim().toWellFormed() : value)),
      hasLength(10, 500, REASON),
    ),

  /** The base64url of a SHA-256 (RFC 7636, section 4.2). @param effect what it does */
  codeChallenge: (effect = '') =>
    any<string>(
      {
        type: String,
        minLength: 43,
        maxLength: 43,
        description: `${effect}The SHA-256 of a random \`code_verifier\`, in base64url (RFC 7636, S256).`,
      },
      Matches(/^[\w-]{43}$/, CHALLENGE),
      IsString(CHALLENGE),
    ),

  challengeId: () => text('INVALID_CHALLENGE', 'The `challenge_id` of the options.'),

  /** The credential of a browser. */
  credential: () =>
    any<SentCredential>(
      {
        type: 'object',
        additionalProperties: true,
        description: 'The answer of the browser: `credential.toJSON()`. At most 16 KiB.',
      },
      BoundedObject(failsWith('INVALID_PASSKEY')),
    ),
};
