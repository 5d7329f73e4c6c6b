import { Email, OptionalBoolean, OptionalText } from '../wire/fields.js';

const NEXT_URL = 'Where the link leads to in the end; left out, APP_URL.';

export class MagicLinkRequest {
  @Email()
  email!: string;

  @OptionalBoolean('Whether following the link creates a user for the address where there is none.')
  sign_up?: boolean;

  @OptionalText('INVALID_REDIRECT_URL', NEXT_URL)
  next_url?: string;
}

export class VerifyEmailRequest {
  @OptionalText('INVALID_REDIRECT_URL', NEXT_URL)
  next_url?: string;
}
