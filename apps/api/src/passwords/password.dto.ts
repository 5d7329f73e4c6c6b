import { OptionalLocale, OptionalText, Text } from '@app/flows';

export class ChangePasswordRequest {
  @Text('INVALID_PASSWORD', 'The current password, or the token of a reset link.')
  old_password!: string;

  @Text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.')
  new_password!: string;
}

export class ResetPasswordRequest {
  @Text('INVALID_REQUEST', 'The address of the account. The answer does not reveal whether it exists.')
  email!: string;

  @OptionalText('INVALID_REDIRECT_URL', 'The target of the link, to which `token` is appended. Default: APP_URL.')
  reset_url?: string;

  @OptionalLocale()
  locale?: string;
}
