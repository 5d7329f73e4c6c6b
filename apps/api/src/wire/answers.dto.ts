import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

export type Options = Extract<ApiPropertyOptions, { type?: unknown }> & object;

/** A field of an answer or a request: what the OpenAPI document says of it, and its type. */
export interface Field<T> {
  options: object;
  of?: T;
}

/** Where @nestjs/swagger keeps the names of fields, each after a colon. */
const FIELDS = 'swagger/apiModelPropertiesArray';

type Fields = Record<string, Field<unknown>>;
type Of<F> = F extends Field<infer T> ? T : never;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];
export type Shape<F> = { [K in Exclude<keyof F, OptionalKeys<F>>]: Of<F[K]> } & { [K in OptionalKeys<F>]?: Of<F[K]> };

/**
 * The class of an answer, whose fields are declared once: for the type, for the OpenAPI document and for the serializer, which
 * writes no others.
 * @param base an answer that has further fields, before these
 */
export function Answer<F extends Fields>(fields: F): new () => Shape<F>;
export function Answer<B extends object, F extends Fields>(base: new () => B, fields: F): new () => B & Shape<F>;
export function Answer(...given: [fields: Fields] | [base: new () => object, fields: Fields]): new () => object {
  const [base, fields] = given.length === 1 ? [Object, given[0]] : given;
  class Answered extends base {}
  for (const [name, { options }] of Object.entries(fields)) ApiProperty(options)(Answered.prototype, name);
  return Answered;
}

/** A name of the wire, such as `created_at`, as the code has it: `createdAt`. */
type InCode<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<InCode<Tail>>}` : Name;

const inCode = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The answer with the values that have the names of its fields. It takes no others of them. */
export function viewOf<T extends object>(
  answer: new () => T,
  values: { [Name in keyof T as InCode<Name>]: T[Name] },
): T {
  const known: Record<string, unknown> = { ...values };
  return Object.fromEntries(namesOf(answer).map(([onWire, name]) => [onWire, known[name]])) as T;
}

/** The names of the fields of each answer: on the wire, and in the code. Found once, since lists have many rows. */
const names = new Map<object, [onWire: string, inCode: string][]>();

function namesOf(answer: new () => object): [string, string][] {
  const known = names.get(answer);
  if (known) return known;
  const fields: string[] = Reflect.getMetadata(FIELDS, answer.prototype);
  const found = fields.map((field): [string, string] => [field.slice(1), inCode(field.slice(1))]);
  names.set(answer, found);
  return found;
}

/** The description of a field, or all that the document says of it. */
type About = string | Options;

function field<T>(type: object, about: About = {}): Field<T> {
  return { options: { ...type, ...(typeof about === 'string' ? { description: about } : about) } };
}

const integer = (about?: About) => field<number>({ type: 'integer' }, about);

function orNull<T>({ options }: Field<T>): Field<T | null> {
  const { type, format, ...rest } = options as Options;
  return { options: { type, ...(format && { format }), nullable: true, ...rest } };
}

/** The types of fields in answers. */
export const t = {
  string: (about?: About) => field<string>({ type: String }, about),
  strings: (about?: About) => field<string[]>({ type: [String] }, about),
  uuid: (about?: About) => field<string>({ type: String, format: 'uuid' }, about),
  boolean: (about?: About) => field<boolean>({ type: Boolean }, about),
  integer,
  /** A time in UNIX epoch seconds. */
  time: () => integer('UNIX epoch seconds.'),
  /** A time, or null. @param meaning what null means, such as `if never` */
  timeOrNull: (meaning: string) => orNull(integer(`UNIX epoch seconds; null ${meaning}.`)),
  /** When something was last used, or null. */
  lastUse: () => orNull(integer('UNIX epoch seconds, to the minute; null if never.')),
  /** Who made something, as the actor of events. @param absent when it is null */
  maker: (absent: string) =>
    orNull(t.string(`Who made it: \`user:<uid>\`, \`admin:<token id>\` or \`cli\`; null ${absent}.`)),
  oneOf: <T extends string>(values: readonly T[], about?: About) => field<T>({ type: String, enum: values }, about),
  someOf: <T extends string>(values: readonly T[], about?: About) => field<T[]>({ enum: values, isArray: true }, about),
  view: <T>(type: Type<T>, about?: About) => field<T>({ type }, about),
  list: <T>(type: Type<T>, about?: About) => field<T[]>({ type: [type] }, about),
  any: <T>(options: Options) => field<T>(options),
  orNull,
  optional: <T>({ options }: Field<T>): Field<T> & { optional: true } => ({
    options: { ...options, required: false },
    optional: true,
  }),
};
