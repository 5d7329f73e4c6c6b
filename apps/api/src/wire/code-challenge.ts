import { failsWith } from '@app/errors';
import { MayBeLeftOut } from '@app/flows';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';

const FORM = failsWith('INVALID_REQUEST', 'code_challenge must be 43 characters of base64url');
const DESCRIPTION = 'The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256).';
const LENGTH = { minLength: 43, maxLength: 43 };

const isChallenge = () => applyDecorators(Matches(/^[\w-]{43}$/, FORM), IsString(FORM));

/** The base64url of a SHA-256 (RFC 7636, section 4.2). */
export function CodeChallenge(): PropertyDecorator {
  return applyDecorators(isChallenge(), ApiProperty({ ...LENGTH, description: DESCRIPTION }));
}

/** The same, optional. @param effect what it does */
export function OptionalCodeChallenge(effect: string): PropertyDecorator {
  const description = `${effect} ${DESCRIPTION}`;
  return applyDecorators(MayBeLeftOut(), isChallenge(), ApiPropertyOptional({ ...LENGTH, description }));
}
