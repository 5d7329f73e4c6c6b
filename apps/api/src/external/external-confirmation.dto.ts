import { Text } from '@app/flows';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

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

export class ConfirmVerifyRequest {
  @Text('INVALID_CODE', 'The `code_token` that the request for the code answered.')
  code_token!: string;

  @Text('INVALID_CODE', 'The six digits of the email. Blanks are ignored.')
  code!: string;
}
