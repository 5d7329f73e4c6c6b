import type { ValidationOptions } from 'class-validator';
import type { ErrorCode } from './codes.js';

/** Options of a class-validator decorator that name the failure of its field: `@IsString(fails('INVALID_EMAIL'))`. */
export function fails(code: ErrorCode, message?: string): ValidationOptions {
  return { context: { code }, ...(message === undefined ? {} : { message }) };
}
