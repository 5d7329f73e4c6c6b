import { Caller, type CallerIdentity } from '@app/auth';
import { LinkService, PasswordService } from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { OptionalLocale, OptionalText, Text } from '../wire/fields.dto.js';
import { ClientInfo } from '../wire/wire.js';

class ChangePasswordRequest {
  @Text('INVALID_PASSWORD', 'The current password, or the token of a reset link.')
  old_password!: string;

  @Text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.')
  new_password!: string;
}

class ResetPasswordRequest {
  @Text('INVALID_REQUEST', 'The address of the account. The answer does not reveal whether it exists.')
  email!: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The target of the link, to which `token` is appended. Default: APP_URL.')
  reset_url?: string;

  @OptionalLocale()
  locale?: string;
}

@ApiTags('Passwords')
@Controller('api/auth')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly links: LinkService,
  ) {}

  @Patch('user/change-password')
  @Endpoint({
    id: 'changePassword',
    body: ChangePasswordRequest,
    fails: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user-or-reset', { limited: true })
  change(@Caller() caller: CallerIdentity | undefined, @Body() body: ChangePasswordRequest): Promise<void> {
    return this.passwords.change(caller, body.old_password, body.new_password);
  }

  @Post('reset-password')
  @Endpoint({
    id: 'sendPasswordReset',
    body: ResetPasswordRequest,
    fails: ['INVALID_REDIRECT_URL', 'EMAIL_NOT_CONFIGURED'],
  })
  @Access('public', { limited: true })
  sendReset(
    @Body() { email, reset_url: nextUrl, locale }: ResetPasswordRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<void> {
    return this.links.sendReset(email, { nextUrl, userAgent, locale });
  }
}
