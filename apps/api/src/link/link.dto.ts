import { Email, OptionalBoolean, OptionalLocale, OptionalText } from '../wire/fields.js';

const NEXT_URL = 'The final target of the link. Default: APP_URL.';

export class MagicLinkRequest {
  @Email()
  email!: string;

  @OptionalBoolean('Whether following the link creates a user if the address has none.')
  sign_up?: boolean;

  @OptionalText('INVALID_REDIRECT_URL', NEXT_URL)
  next_url?: string;

  @OptionalLocale()
  locale?: string;
}

export class VerifyEmailRequest {
  @OptionalText('INVALID_REDIRECT_URL', NEXT_URL)
  next_url?: string;

  @OptionalLocale()
  locale?: string;
}
