import { failsWith } from '@app/errors';
import { TYPE_PATTERNS } from '@app/webhooks';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength } from 'class-validator';
import { MayBeLeftOut } from '../../input/fields.js';

const MOST_PATTERNS = 100;
const LONGEST_DESCRIPTION = 200;
const TYPES = failsWith(
  'INVALID_REQUEST',
  'types must be a list of types of events, such as user.created; of groups of them, such as user.*; or of * for all',
);
const DESCRIPTION = failsWith(
  'INVALID_REQUEST',
  `description must be a text of at most ${LONGEST_DESCRIPTION} characters`,
);

const rules = [
  IsArray(TYPES),
  ArrayMinSize(1, TYPES),
  ArrayMaxSize(MOST_PATTERNS, TYPES),
  IsIn(TYPE_PATTERNS, { each: true, ...TYPES }),
];
const FORM = { isArray: true, type: 'string', example: ['user.*', 'login.failed'] } as const;
const MEANING = 'Types of events, such as `user.created`; groups of them, such as `user.*`; or `*` for all.';

/** A list of patterns of types of events. */
export function Types(): PropertyDecorator {
  return applyDecorators(...rules, ApiProperty({ ...FORM, description: MEANING }));
}

export function OptionalTypes(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), ...rules, ApiPropertyOptional({ ...FORM, description: MEANING }));
}

const URL_FORM = {
  description: 'An https URL without credentials and fragment; outside production http is allowed, too.',
  format: 'uri',
  maxLength: 2_048,
};

export function Endpoint(): PropertyDecorator {
  return applyDecorators(IsString(failsWith('INVALID_URL')), ApiProperty(URL_FORM));
}

export function OptionalEndpoint(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), IsString(failsWith('INVALID_URL')), ApiPropertyOptional(URL_FORM));
}

export function OptionalDescription(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsString(DESCRIPTION),
    MaxLength(LONGEST_DESCRIPTION, DESCRIPTION),
    ApiPropertyOptional({ maxLength: LONGEST_DESCRIPTION, description: 'What the webhook is for.' }),
  );
}

/** The types of events as a webhook stores them, each once. */
export function typesText(types: string[]): string {
  return [...new Set(types)].join(',');
}
