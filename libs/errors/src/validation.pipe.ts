import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, type ValidationOptions, validateSync } from 'class-validator';
import { ApiError } from './api-error.js';
import { boundedObjectsOf, isBounded } from './bounded-object.js';
import type { ErrorCode } from './codes.js';
import { objectsOf } from './list-of-objects.js';
import { reportUnknownFields } from './unknown-fields.js';

/** More items than any list may have, so that a longer list still fails because of its length. */
const MAX_ITEMS = 128;

type Dto = Type<object>;

const VALIDATOR_OPTIONS = { stopAtFirstError: true, forbidUnknownValues: false, validationError: { target: false } };

/**
 * Options of a class-validator decorator that set the error code of its field: `@IsString(failsWith('INVALID_EMAIL'))`.
 * @param message by default that of the code. A function describes a value of the right type.
 */
export function failsWith(code: ErrorCode, message?: ValidationOptions['message']): ValidationOptions {
  return { context: { code, form: typeof message }, ...(message === undefined ? {} : { message }) };
}

/**
 * Reads a request body, which is an object, or the query of a URL into its DTO. Keeps the fields that the DTO declares, ignores
 * all others unless the DTO refuses them (see `RefusesUnknownFields()`), and fails with the code of the first invalid field
 * (see `failsWith()`).
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(body: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!['body', 'query'].includes(type) || !metatype) return body;
    const dto = plainToInstance(metatype as Dto, declaredFields(body as object, metatype as Dto));
    keepBoundedObjects(dto, body as object);
    const errors = validateSync(dto, VALIDATOR_OPTIONS);
    if (errors.length > 0) throw firstFailure(errors, dto);
    return dto;
  }
}

/**
 * The fields of a body that its DTO declares; reports all others. Objects in them become empty, since only a `ListOfObjects`
 * and a `BoundedObject()` accept one, and arrays become short and flat. Thus neither the transformer nor the validator walks
 * down a body with ten thousand levels.
 */
function declaredFields(body: object, dto: Dto): Record<string, unknown> {
  const known = fieldsOf(dto);
  const entries = Object.entries(body);
  const unknown = entries.filter(([name]) => !known.has(name)).map(([name]) => name);
  if (unknown.length > 0) reportUnknownFields(dto, unknown);
  return Object.fromEntries(
    entries
      .filter(([name]) => known.has(name))
      .map(([name, value]) => [name, objectsOf(dto.prototype, name, value, flattened) ?? flattened(value)]),
  );
}

const fields = new WeakMap<Dto, Set<string>>();

/** Cached, since class-validator searches the rules of all classes. */
function fieldsOf(dto: Dto): Set<string> {
  const rules = () => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const known = fields.get(dto) ?? new Set(rules().map(({ propertyName }) => propertyName));
  fields.set(dto, known);
  return known;
}

function flattened(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(emptied) : emptied(value);
}

/** Gives the fields with `BoundedObject()` their objects back, which the transformer has not seen. */
function keepBoundedObjects(dto: object, body: object): void {
  const given = new Map(Object.entries(body));
  for (const name of boundedObjectsOf(dto)) {
    if (given.has(name)) Object.assign(dto, { [name]: isBounded(given.get(name)) ? given.get(name) : null });
  }
}

function emptied(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? {} : value;
}

/** The failure of the first invalid field, in the order in which the DTO declares them. */
function firstFailure([error]: ValidationError[], dto: object): ApiError {
  const { property = '', value, constraints = {}, contexts = {} } = error ?? {};
  const rule = Object.keys(constraints)[0] ?? '';
  const { code = 'INVALID_REQUEST', form }: { code?: ErrorCode; form?: string } = contexts[rule] ?? {};
  const type = value === undefined ? 'is missing' : wrongType(value, dto, property);
  // The text of a rule says more than the type. It has no value of the request, which could be a secret.
  const isSaid = form === 'string' || (!type && (form === 'function' || code === 'INVALID_REQUEST'));
  const text = value !== undefined && isSaid ? constraints[rule] : undefined;
  const message = text ?? (type && `${property} ${type}`);
  // The name is one that the DTO declares.
  return new ApiError(code, message?.replace(/\.?$/, '.'), { reason: `field ${property} missing or malformed` });
}

interface Declared {
  type?: unknown;
  isArray?: boolean;
  nullable?: boolean;
}

/** The types of fields by their names in the OpenAPI document, and in TypeScript. */
const TYPES: Record<string, [words: string, matches: (value: unknown) => boolean]> = {
  array: ['a list', Array.isArray],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['an integer', Number.isInteger],
  number: ['a number', Number.isFinite],
  object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  string: ['a text', (value) => typeof value === 'string'],
};

/** What a value of another type than that of the field must be; undefined for one of the right type. */
function wrongType(value: unknown, dto: object, property: string): string | undefined {
  // What the OpenAPI document says about the field, as the decorators of @nestjs/swagger keep it.
  const declared: Declared = Reflect.getMetadata('swagger/apiModelProperties', dto, property) ?? {};
  const type = declared.type ?? Reflect.getMetadata('design:type', dto, property);
  const name = declared.isArray || Array.isArray(type) ? 'array' : typeof type === 'function' ? type.name : type;
  const [words, matches] = TYPES[String(name).toLowerCase()] ?? [];
  if (!matches || matches(value)) return undefined;
  return `must be ${words}${declared.nullable ? ', or null' : ''}`;
}
