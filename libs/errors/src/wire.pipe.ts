import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './codes.js';

/** More than any list of ours has: a longer one is refused for its length. */
const MAX_ITEMS = 16;

type Dto = Type<object>;

/** No rule of ours waits for anything, so none has to be waited for. */
const RULES = { stopAtFirstError: true, forbidUnknownValues: false, validationError: { target: false } };

/**
 * Reads a request body, which is an object, or the query of a URL into its DTO: takes the fields that the DTO declares, ignores all others,
 * and fails with the code that the first wrong field names (see `fails()`).
 */
@Injectable()
export class WirePipe implements PipeTransform {
  transform(body: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!['body', 'query'].includes(type) || !metatype) return body;
    const dto = plainToInstance(metatype as Dto, declaredFields(body as object, metatype as Dto));
    const errors = validateSync(dto, RULES);
    if (errors.length > 0) throw firstFailure(errors);
    return dto;
  }
}

/**
 * The fields of a body that its DTO knows. Objects inside are emptied, since no field takes one, and arrays cut short
 * and flat: so neither the transformer nor the validator walks down a body nested ten thousand levels deep.
 */
function declaredFields(body: object, dto: Dto): Record<string, unknown> {
  const known = fieldsOf(dto);
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => known.has(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(emptied) : emptied(value)]),
  );
}

const fields = new WeakMap<Dto, Set<string>>();

/** Looked up once: class-validator searches the rules of all classes for it. */
function fieldsOf(dto: Dto): Set<string> {
  const rules = () => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const known = fields.get(dto) ?? new Set(rules().map(({ propertyName }) => propertyName));
  fields.set(dto, known);
  return known;
}

function emptied(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? {} : value;
}

/** Fields are checked in the order in which the DTO declares them; the first wrong one decides. */
function firstFailure([error]: ValidationError[]): ApiError {
  const rule = Object.keys(error?.constraints ?? {})[0] ?? '';
  const code: ErrorCode = error?.contexts?.[rule]?.code ?? 'INVALID_REQUEST';
  const message = error?.constraints?.[rule];
  return new ApiError(code, code === 'INVALID_REQUEST' && message ? `${message}.` : undefined);
}
