import { failsWith } from '@app/errors';
import { isClaims, MAX_CLAIMS_BYTES } from '@app/users';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { MayBeLeftOut } from '../../input/fields.js';

export const CLAIMS_EXAMPLE = '{"roles":["editor"]}';

/** The optional claims of a user. */
export function OptionalClaims(consequence = 'Default: `{}`.'): PropertyDecorator {
  const rule = {
    name: 'isClaims',
    validator: { validate: isClaims, defaultMessage: () => '$property is not valid' },
  };
  return applyDecorators(
    MayBeLeftOut(),
    ValidateBy(rule, failsWith('INVALID_CLAIMS')),
    ApiPropertyOptional({
      description: `What access tokens say about the user as \`app\`: a JSON object, kept byte for byte. ${consequence}`,
      maxLength: MAX_CLAIMS_BYTES,
      example: CLAIMS_EXAMPLE,
    }),
  );
}
