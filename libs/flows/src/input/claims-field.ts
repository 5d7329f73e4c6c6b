import { ERRORS, failsWith } from '@app/errors';
import { claimsObjection, isClaims, MAX_CLAIMS_BYTES } from '@app/users';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { MayBeLeftOut } from './fields.js';

export const CLAIMS_EXAMPLE = '{"roles":["editor"]}';

/** The text of a JSON object that an access token can repeat. */
export function IsClaims(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) => claimsObjection(value) ?? ERRORS.INVALID_CLAIMS.message;
  return ValidateBy({ name: 'isClaims', validator: { validate: isClaims } }, failsWith('INVALID_CLAIMS', message));
}

/** The optional claims of a user. */
export function OptionalClaims(consequence = 'Default: `{}`.'): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsClaims(),
    ApiPropertyOptional({
      description: `What access tokens say about the user as \`app\`: a JSON object, kept byte for byte. A number that JavaScript would round is refused. ${consequence}`,
      maxLength: MAX_CLAIMS_BYTES,
      example: CLAIMS_EXAMPLE,
    }),
  );
}
