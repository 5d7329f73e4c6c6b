import { Text } from '@app/flows';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { EmailedCode } from '../links/email-code.dto.js';

export class ConfirmRequest {
  @Text('INVALID_CODE', 'The `pending_token` of EMAIL_CONFIRMATION_REQUIRED.')
  pending_token!: string;

  /** Checked only where it is needed. */
  @Allow()
  @ApiPropertyOptional({
    type: 'string',
    format: 'email',
    description: 'The address of the person, where the provider has named none. Ignored otherwise.',
  })
  email?: unknown;
}

export class ConfirmVerifyRequest extends EmailedCode {}
