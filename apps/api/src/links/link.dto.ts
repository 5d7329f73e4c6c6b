import type { IssuedCode } from '@app/flows';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';

export class EmailCodeRequest extends Request({
  email: f.email(),
  sign_up: f.flag('Whether the code creates a user if the address has none.'),
  locale: f.optional(f.locale()),
}) {}

/** The code of an email, with its token. */
export class EmailedCode extends Request({
  code_token: f.text('INVALID_CODE', 'The `code_token` that the request for the code answered.'),
  code: f.text('INVALID_CODE', 'The six digits of the email. Blanks are ignored.'),
}) {}

export class EmailCodeVerifyRequest extends Request(EmailedCode, {
  mfa_token: f.optional(
    f.text('INVALID_MFA_TOKEN', 'The `mfa_token` of MFA_ENROLMENT_REQUIRED, to prove the address on the spot.'),
  ),
}) {}

const NEXT_URL = 'The final target of the link. Default: APP_URL.';

export class MagicLinkRequest extends Request({
  email: f.email(),
  sign_up: f.flag('Whether following the link creates a user if the address has none.'),
  next_url: f.optional(f.text('INVALID_REDIRECT_URL', NEXT_URL)),
  locale: f.optional(f.locale()),
  with_code: f.flag('Whether the email also has a code, and the answer the token to use it.'),
  code_challenge: f.optional(
    f.codeChallenge('The followed link then appends `code` for `exchangeCode`, and no token. '),
  ),
}) {}

export class MagicLinkLoginRequest extends Request({
  token: f.text('INVALID_LINK', 'The `token` of the URL to which the link led the browser.'),
  code_verifier: f.optional(
    f.text('INVALID_CODE', 'The verifier of the `code_challenge`, where no user has pressed a button.'),
  ),
}) {}

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

export class VerifyEmailRequest extends Request({
  next_url: f.optional(f.text('INVALID_REDIRECT_URL', NEXT_URL)),
  locale: f.optional(f.locale()),
}) {}
