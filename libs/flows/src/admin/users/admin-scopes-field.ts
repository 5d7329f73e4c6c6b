import { SCOPES } from '@app/admin';
import { failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn } from 'class-validator';
import { MayBeLeftOut } from '../../input/fields.js';

/** The optional scopes of a user who administers. */
export function OptionalAdminScopes(): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', `admin_scopes must be a list of ${SCOPES.join(', ')}, each at most once`);
  return applyDecorators(
    MayBeLeftOut(),
    IsArray(form),
    ArrayUnique(form),
    IsIn(SCOPES, { each: true, ...form }),
    ApiPropertyOptional({
      enum: SCOPES,
      isArray: true,
      description:
        'What the user may do in the console; an empty list takes all away. Needs the scope `admins`, and each of these scopes.',
    }),
  );
}
