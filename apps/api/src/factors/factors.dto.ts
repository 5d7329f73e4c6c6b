import { failsWith } from '@app/errors';
import { HasLength, MayBeLeftOut, Text } from '@app/flows';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';

const MOST_CHARACTERS = 100;

function IsName(): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', `$property must be a text of 1 to ${MOST_CHARACTERS} characters`);
  return HasLength(1, MOST_CHARACTERS, form);
}

/** The name of a factor. */
export function OptionalName(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsName(),
    ApiPropertyOptional({ description: 'A name that the user recognizes.', maxLength: MOST_CHARACTERS }),
  );
}

export class MfaRequest {
  @IsBoolean(failsWith('INVALID_REQUEST'))
  @ApiProperty({ description: 'Whether each sign-in needs a second factor.' })
  enabled!: boolean;
}

export class TotpRequest {
  @OptionalName()
  name?: string;
}

export class RenameRequest {
  @IsName()
  @ApiProperty({ description: 'A name that the user recognizes.', maxLength: MOST_CHARACTERS })
  name!: string;
}

export class ConfirmTotpRequest {
  @Text('INVALID_CODE', 'The code that the app shows. Blanks are ignored.')
  code!: string;
}
