import { Caller, type CallerIdentity } from '@app/auth';
import { LinkService, PasswordService } from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { f, Request } from '../wire/fields.dto.js';
import { ClientInfo } from '../wire/wire.js';

class ChangePasswordRequest extends Request({
  old_password: f.text('INVALID_PASSWORD', 'The current password, or the token of a reset link.'),
  new_password: f.text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.'),
}) {}

class ResetPasswordRequest extends Request({
  email: f.text('INVALID_REQUEST', 'The address of the account. The answer does not reveal whether it exists.'),
  reset_url: f.optional(
    f.text('INVALID_REDIRECT_URL', 'The target of the link, to which `token` is appended. Default: APP_URL.'),
  ),
  locale: f.optional(f.locale()),
}) {}

@ApiTags('Passwords')
@Controller('api/auth')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly links: LinkService,
  ) {}

  @Endpoint('PATCH user/change-password', Access('user-or-reset', { limited: true }), {
    id: 'changePassword',
    summary: 'Change the password of the signed-in user, or of the owner of a reset token',
    description:
      'Ends all other sessions. With a reset token as `old_password` no access token is needed, all sessions end, and the email is verified.',
    body: ChangePasswordRequest,
    fails: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'REAUTHENTICATION_REQUIRED'],
  })
  change(@Caller() caller: CallerIdentity | undefined, @Body() body: ChangePasswordRequest): Promise<void> {
    return this.passwords.change(caller, body.old_password, body.new_password);
  }

  @Endpoint('POST reset-password', Access('public', { limited: true }), {
    id: 'sendPasswordReset',
    summary: 'Mail a link to choose a new password',
    description: 'The answer is the same for an unknown email. The link is `reset_url` with the parameter `token`.',
    body: ResetPasswordRequest,
    fails: ['INVALID_REDIRECT_URL', 'EMAIL_NOT_CONFIGURED'],
  })
  sendReset(
    @Body() { email, reset_url: nextUrl, locale }: ResetPasswordRequest,
    @ClientInfo() { userAgent }: RequestClient,
  ): Promise<void> {
    return this.links.sendReset(email, { nextUrl, userAgent, locale });
  }
}
