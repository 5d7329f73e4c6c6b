import { isAudience, isScope } from '@app/config';
import { failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, Matches, ValidateBy } from 'class-validator';
import { HasLength, MayBeLeftOut } from '../input/fields.js';

const NAME = failsWith('INVALID_REQUEST', 'name must be a text of 1 to 100 printable characters');
const MOST_SCOPES = 50;
const MOST_AUDIENCES = 20;

type Code = Parameters<typeof failsWith>[0];

/** The name that a person gives to a client or an API key. */
export function MachineName(description: string, optional = false): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [MayBeLeftOut()] : []),
    HasLength(1, 100, NAME),
    Matches(/^\P{C}+$/u, NAME),
    optional ? ApiPropertyOptional({ description }) : ApiProperty({ description }),
  );
}

/** A list of scopes. @param code the failure of any other value */
export function ScopeList(code: Code, description: string, optional = false): PropertyDecorator {
  const form = failsWith(code, `$property must be a list of 1 to ${MOST_SCOPES} scopes`);
  return applyDecorators(...textList(MOST_SCOPES, isScope, form, optional), documented(description, optional));
}

/** A list of audiences. @param code the failure of any other value */
export function AudienceList(code: Code, description: string, optional = false): PropertyDecorator {
  const form = failsWith(code, `$property must be a list of 1 to ${MOST_AUDIENCES} names or URIs`);
  return applyDecorators(...textList(MOST_AUDIENCES, isAudience, form, optional), documented(description, optional));
}

function textList(
  most: number,
  fits: (text: string) => boolean,
  form: ReturnType<typeof failsWith>,
  optional: boolean,
): PropertyDecorator[] {
  const validate = (value: unknown) => typeof value === 'string' && fits(value);
  const rule = { name: 'isListed', validator: { validate, defaultMessage: () => '$property is not valid' } };
  return [
    ...(optional ? [MayBeLeftOut()] : []),
    IsArray(form),
    ArrayMinSize(1, form),
    ArrayMaxSize(most, form),
    ArrayUnique(form),
    ValidateBy(rule, { each: true, ...form }),
  ];
}

function documented(description: string, optional: boolean): PropertyDecorator {
  return (optional ? ApiPropertyOptional : ApiProperty)({ type: [String], description });
}
