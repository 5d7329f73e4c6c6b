import { emailObjection, isAddress, normaliseEmail } from '@app/config';
import { ERRORS, failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Max, Min, ValidateBy, ValidateIf } from 'class-validator';

type Code = Parameters<typeof failsWith>[0];

const MAX_METADATA_BYTES = 16 * 1024;
/** The greatest time that fits into a column of the database, in epoch seconds. */
export const LAST_SECOND = 2 ** 32 - 1;

/** The field is optional. `null` counts as a value of the wrong type. */
export const MayBeLeftOut = () => ValidateIf((_dto, value) => value !== undefined);

/** Brings an email into its stored form; removes the blanks around any other text. */
export const asStoredEmail = Transform(({ value }) =>
  typeof value === 'string' ? (normaliseEmail(value) ?? value.trim()) : value,
);

/** A required text. */
export function Text(code: Code, description: string): PropertyDecorator {
  return applyDecorators(IsString(failsWith(code)), ApiProperty({ description }));
}

/** An optional text. */
export function OptionalText(code: Code, description: string): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), IsString(failsWith(code)), ApiPropertyOptional({ description }));
}

/** The optional language of an email and of the page of its link. An unknown one is no error: they then have the default language. */
export function OptionalLocale(): PropertyDecorator {
  return OptionalText(
    'INVALID_REQUEST',
    'The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language.',
  );
}

/** An optional `true` or `false`. The documented default is false unless another one, or none, is given. */
export function OptionalBoolean(description: string, otherwise: { default?: boolean } = { default: false }) {
  return applyDecorators(
    MayBeLeftOut(),
    IsBoolean(failsWith('INVALID_REQUEST')),
    ApiPropertyOptional({ description, ...otherwise }),
  );
}

/** One of a few words; optional. */
export function OptionalChoice(choices: readonly string[], description: string): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsIn(choices, failsWith('INVALID_REQUEST', `$property must be one of ${choices.join(', ')}`)),
    ApiPropertyOptional({ enum: choices, description }),
  );
}

/** An optional integer that is not negative. */
export function OptionalWhole({ max, description }: { max: number; description: string }): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', `$property must be an integer from 0 to ${max}`);
  return applyDecorators(
    MayBeLeftOut(),
    IsInt(form),
    Min(0, form),
    Max(max, form),
    ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: max, description }),
  );
}

/** An optional time in UNIX epoch seconds. */
export function OptionalSeconds(description: string): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), Seconds(description, false));
}

/** A time. */
export function Seconds(description: string, required = true): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', '$property must be a time in UNIX epoch seconds');
  const text = { type: 'integer' as const, required, description: `${description} UNIX epoch seconds.` };
  return applyDecorators(IsInt(form), Min(0, form), Max(LAST_SECOND, form), ApiProperty(text));
}

const emailForm = {
  description:
    'An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).',
  format: 'email',
  maxLength: 254,
};

/** A required address that could receive mail: `INVALID_EMAIL` otherwise. */
export function Email(): PropertyDecorator {
  return applyDecorators(asStoredEmail, IsAddress(), ApiProperty(emailForm));
}

/** An optional address that could receive mail. */
export function OptionalEmail(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), asStoredEmail, IsAddress(), ApiPropertyOptional(emailForm));
}

/** An optional JSON text. */
export function OptionalMetadata(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    ValidateBy(rule('isJsonText', isJsonText), failsWith('INVALID_METADATA')),
    ApiPropertyOptional({
      description: 'Any valid JSON, at most 16 KiB; kept byte for byte.',
      example: '{"plan":"pro"}',
    }),
  );
}

/**
 * A text of so many code points. `Length` of class-validator does not count variation selectors, and a column does.
 * @param form the failure of any other value
 */
export function HasLength(least: number, most: number, form: ReturnType<typeof failsWith>): PropertyDecorator {
  const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : -1);
  const fits = (value: unknown) => lengthOf(value) >= least && lengthOf(value) <= most;
  return ValidateBy(rule('hasLength', fits), form);
}

function IsAddress(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) =>
    (typeof value === 'string' ? emailObjection(value) : undefined) ?? ERRORS.INVALID_EMAIL.message;
  return ValidateBy(rule('isAddress', isAddress), failsWith('INVALID_EMAIL', message));
}

/** class-validator drops the context of a rule that has no message. */
function rule(name: string, validate: (value: unknown) => boolean): Parameters<typeof ValidateBy>[0] {
  return { name, validator: { validate, defaultMessage: () => '$property is not valid' } };
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || Buffer.byteLength(value) > MAX_METADATA_BYTES) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Who made something, as the actor of events. @param absent when it is null */
export function Maker(absent: string): PropertyDecorator {
  const description = `Who made it: \`user:<uid>\`, \`admin:<token id>\` or \`cli\`; null ${absent}.`;
  return ApiProperty({ type: 'string', nullable: true, description });
}
