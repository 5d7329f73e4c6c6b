import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './codes.js';

/** More than any list of ours has: a longer one is refused for its length. */
const MAX_ITEMS = 16;

type Dto = abstract new () => object;

/**
 * Reads a request body, which is an object, or the query of a URL into its DTO: takes the fields that the DTO declares, ignores all others,
 * and fails with the code that the first wrong field names (see `fails()`).
 */
@Injectable()
export class WirePipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      exceptionFactory: firstFailure,
      stopAtFirstError: true,
    });
  }

  override async transform(body: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!['body', 'query'].includes(metadata.type) || !metadata.metatype) return body;
    return super.transform(declaredFields(body as object, metadata.metatype as Dto), metadata);
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
