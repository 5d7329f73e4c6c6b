import { type ArgumentMetadata, Injectable, Logger, type PipeTransform, SetMetadata, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  ValidateBy,
  type ValidationError,
  type ValidationOptions,
  validateSync,
} from 'class-validator';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './codes.js';

const MOST_LEVELS = 4;
const MOST_CHARACTERS = 16 * 1024;
/** More than any small object has, and few enough to count quickly. */
const MOST_VALUES = 256;

const boundedFields = new WeakMap<object, string[]>();

/**
 * The field is a JSON object of a foreign standard, which the service reads itself: of at most four levels, with names and
 * texts of at most 16 KiB in all. The pipe keeps such an object as it is. It empties the objects in all other fields.
 * @param options see `failsWith()`
 */
export function BoundedObject(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'object' && value !== null;
  const rule = {
    name: 'isBoundedObject',
    validator: { validate, defaultMessage: () => '$property must be a small object' },
  };
  return (prototype, property) => {
    boundedFields.set(prototype, [...(boundedFields.get(prototype) ?? []), String(property)]);
    ValidateBy(rule, options)(prototype, property);
  };
}

/** The names of the fields of a DTO, also inherited ones, that are bounded objects. */
function boundedObjectsOf(dto: object): string[] {
  const names: string[] = [];
  for (let prototype = Object.getPrototypeOf(dto); prototype; prototype = Object.getPrototypeOf(prototype))
    names.push(...(boundedFields.get(prototype) ?? []));
  return names;
}

/** Whether a value is an object within the bounds. Reads no more of it than that. */
function isBounded(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const open: { value: unknown; level: number }[] = [{ value, level: 1 }];
  let [characters, values] = [0, 0];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, level } = next;
    values += 1;
    if (typeof found === 'string') characters += found.length;
    else if (typeof found === 'object' && found !== null) {
      const entries = Object.entries(found);
      if (level > MOST_LEVELS || values + entries.length > MOST_VALUES) return false;
      for (const [name, item] of entries) {
        characters += name.length;
        open.push({ value: item, level: level + 1 });
      }
    }
    if (characters > MOST_CHARACTERS || values > MOST_VALUES) return false;
  }
  return true;
}

/** The most fields of one object in a list. Further ones are dropped. */
const MOST_FIELDS = 32;
const LIST = Symbol('LIST_OF_OBJECTS');

/** The field is a list of at most so many objects, whose values are texts, numbers, booleans, or lists of these. */
export function ListOfObjects(most: number, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => Array.isArray(value) && value.length <= most && value.every(isObject);
  const rule = {
    name: 'isListOfObjects',
    validator: { validate, defaultMessage: () => `$property must be a list of at most ${most} objects` },
  };
  return (target, property) => {
    Reflect.defineMetadata(LIST, most, target, property);
    ValidateBy(rule, options)(target, String(property));
  };
}

/** The items of a `ListOfObjects`; undefined for any other field. One item too many stays, so that the list fails. */
function objectsOf(dto: object, property: string, value: unknown, flatten: (value: unknown) => unknown) {
  const most: number | undefined = Reflect.getMetadata(LIST, dto, property);
  if (most === undefined || !Array.isArray(value)) return undefined;
  const flat = (item: unknown) => {
    if (!isObject(item)) return flatten(item);
    // The transformer would call a field with the name `constructor`.
    const own = Object.entries(item).filter(([name]) => !(name in Object.prototype));
    const fields = own.slice(0, MOST_FIELDS);
    return Object.fromEntries(fields.map(([name, content]) => [name, flatten(content)]));
  };
  return value.slice(0, most + 1).map(flat);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const REFUSES = 'refuses unknown fields';
/** How many names are listed, and how many characters of each. */
const MAX_NAMES = 10;
const MAX_LENGTH = 64;

const logger = new Logger('Requests');

/** For a DTO whose sender would lose data if an unknown field was ignored. Also applies to its subclasses. */
export const RefusesUnknownFields = (): ClassDecorator => SetMetadata(REFUSES, true);

/**
 * Logs the names of ignored fields, and never their values, which can be secrets.
 * @throws {ApiError} INVALID_REQUEST with the names if the DTO refuses unknown fields
 */
function reportUnknownFields(dto: Type<object>, names: string[]): void {
  const listed = listOf(names);
  if (Reflect.getMetadata(REFUSES, dto)) {
    const message = names.length === 1 ? `${listed} is not a known field.` : `${listed} are not known fields.`;
    throw new ApiError('INVALID_REQUEST', message);
  }
  // In the bundle, the names of some classes begin with an underscore.
  logger.debug(`Unknown fields of ${dto.name.replace(/^_/, '')} ignored: ${listed}`);
}

/** The first names, cut and in printable ASCII: the client chooses them. */
function listOf(names: string[]): string {
  const more = names.length - MAX_NAMES;
  const first = names.slice(0, MAX_NAMES).map(printable);
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

function printable(name: string): string {
  const text = name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}...` : name;
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
