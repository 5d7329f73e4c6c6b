import { failsWith } from '@app/errors';
import { MayBeLeftOut } from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

const DAY = 86_400;
const LONGEST_OVERLAP = 7 * DAY;
const OVERLAP = failsWith('INVALID_REQUEST', `overlap must be an integer from 0 to ${LONGEST_OVERLAP}`);

export class RotateSecretRequest {
  @MayBeLeftOut()
  @IsInt(OVERLAP)
  @Min(0, OVERLAP)
  @Max(LONGEST_OVERLAP, OVERLAP)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_OVERLAP,
    default: DAY,
    description: 'For how many seconds the secret before this one signs, too.',
  })
  overlap: number = DAY;
}

export class WebhookSecret {
  @ApiProperty({ description: '`whsec_` and base64. Shown only once.' })
  secret!: string;
}

export class CreatedWebhook extends WebhookSecret {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;
}

export class WebhookTest {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The HTTP status; null without an answer.' })
  status!: number | null;

  @ApiProperty({ type: 'integer', description: 'In milliseconds.' })
  duration_ms!: number;
}
