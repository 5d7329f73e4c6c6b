import { failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { HasLength } from './fields.js';

const FORM = failsWith('INVALID_REQUEST', 'reason must be a text of 10 to 500 characters');

/** Why an administrator does something, for the event log. */
export function Reason(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toWellFormed() : value)),
    HasLength(10, 500, FORM),
    ApiProperty({ description: 'Why, for the event log.', minLength: 10, maxLength: 500 }),
  );
}
