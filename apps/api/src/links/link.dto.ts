import type { IssuedCode } from '@app/flows';
import { Answer, t } from '../wire/answers.dto.js';
import {
  Email,
  OptionalBoolean,
  OptionalCodeChallenge,
  OptionalLocale,
  OptionalText,
  Text,
} from '../wire/fields.dto.js';

export class EmailCodeRequest {
  @Email()
  email!: string;

  @OptionalBoolean('Whether the code creates a user if the address has none.')
  sign_up?: boolean;

  @OptionalLocale()
  locale?: string;
}

/** The code of an email, with its token. */
export class EmailedCode {
  @Text('INVALID_CODE', 'The `code_token` that the request for the code answered.')
  code_token!: string;

  @Text('INVALID_CODE', 'The six digits of the email. Blanks are ignored.')
  code!: string;
}

export class EmailCodeVerifyRequest extends EmailedCode {
  @OptionalText('INVALID_MFA_TOKEN', 'The `mfa_token` of MFA_ENROLMENT_REQUIRED, to prove the address on the spot.')
  mfa_token?: string;
}

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

  @OptionalBoolean('Whether the email also has a code, and the answer the token to use it.')
  with_code?: boolean;

  @OptionalCodeChallenge('The followed link then appends `code` for `exchangeCode`, and no token.')
  code_challenge?: string;
}

export class MagicLinkLoginRequest {
  @Text('INVALID_LINK', 'The `token` of the URL to which the link led the browser.')
  token!: string;

  @OptionalText('INVALID_CODE', 'The verifier of the `code_challenge`, where no user has pressed a button.')
  code_verifier?: string;
}

const CODE_TOKEN = 'Needed to use the code of the email. Keep it in the browser that asked for the code.';
const CODE_EXPIRY = 'When the code expires, in UNIX epoch seconds.';

/** The answer to a request for a code. */
export class IssuedCodeView extends Answer({
  code_token: t.string(CODE_TOKEN),
  expiry: t.integer(CODE_EXPIRY),
}) {}

/** Empty without `with_code`. */
export class MagicLinkSent extends Answer({
  code_token: t.optional(t.string(CODE_TOKEN)),
  expiry: t.optional(t.integer(CODE_EXPIRY)),
}) {}

export function toIssuedCode({ codeToken, expiresAt }: IssuedCode): IssuedCodeView {
  return { code_token: codeToken, expiry: expiresAt };
}

export class VerifyEmailRequest {
  @OptionalText('INVALID_REDIRECT_URL', NEXT_URL)
  next_url?: string;

  @OptionalLocale()
  locale?: string;
}
