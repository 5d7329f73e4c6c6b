import { failsWith } from '@app/errors';
import type { Impersonation } from '@app/flows';
import { MayBeLeftOut, Reason } from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

const LEAST_SECONDS = 60;
const MOST_SECONDS = 900;
export const DEFAULT_SECONDS = 600;
const LIFETIME = failsWith('INVALID_REQUEST', `expires_in must be ${LEAST_SECONDS} to ${MOST_SECONDS} seconds`);

export class ImpersonateRequest {
  @Reason()
  reason!: string;

  @MayBeLeftOut()
  @IsInt(LIFETIME)
  @Min(LEAST_SECONDS, LIFETIME)
  @Max(MOST_SECONDS, LIFETIME)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: LEAST_SECONDS,
    maximum: MOST_SECONDS,
    default: DEFAULT_SECONDS,
    description: 'How long the access token works, in seconds.',
  })
  expires_in?: number;
}

export class ImpersonationView {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ description: 'An access token of the user, whose claim `act` names the admin token.' })
  token!: string;

  @ApiProperty({ type: 'integer', description: 'When the access token expires, in UNIX epoch seconds.' })
  expiry!: number;

  @ApiProperty({
    format: 'uuid',
    description: 'The session in the list of the user. Its end invalidates the access token.',
  })
  session_id!: string;
}

export function toImpersonation({ uid, token, expiry, sessionId }: Impersonation): ImpersonationView {
  return { uid, token, expiry, session_id: sessionId };
}
