import { Logger, SetMetadata, type Type } from '@nestjs/common';
import { ApiError } from './api-error.js';

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
export function reportUnknownFields(dto: Type<object>, names: string[]): void {
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
