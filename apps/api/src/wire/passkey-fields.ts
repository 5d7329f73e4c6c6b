import { BoundedObject, failsWith } from '@app/errors';
import type { PasskeyOptions } from '@app/factors';
import { MayBeLeftOut, OptionalText, Text } from '@app/flows';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const CHALLENGE_ID = 'The `challenge_id` of the options.';
const FORM = {
  type: 'object' as const,
  additionalProperties: true,
  description: 'The answer of the browser: `credential.toJSON()`. At most 16 KiB.',
};

export const ChallengeId = () => Text('INVALID_CHALLENGE', CHALLENGE_ID);
export const OptionalChallengeId = () => OptionalText('INVALID_CHALLENGE', CHALLENGE_ID);

/** The credential of a browser. */
export function Credential(): PropertyDecorator {
  return applyDecorators(BoundedObject(failsWith('INVALID_PASSKEY')), ApiProperty(FORM));
}

export function OptionalCredential(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), BoundedObject(failsWith('INVALID_PASSKEY')), ApiPropertyOptional(FORM));
}

/** A challenge for a passkey. */
export class PasskeyChallengeView {
  @ApiProperty({ description: 'Names the challenge in the next request. It works once.' })
  challenge_id!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` (WebAuthn Level 3).',
  })
  options!: object;

  @ApiProperty({ type: 'integer', description: 'Until when the challenge works, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toPasskeyChallenge({ challengeId, options, expiresAt }: PasskeyOptions): PasskeyChallengeView {
  return { challenge_id: challengeId, options, expiry: expiresAt };
}
