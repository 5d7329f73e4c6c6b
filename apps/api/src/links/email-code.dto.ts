import { Email, OptionalBoolean, OptionalLocale, OptionalText, Text } from '@app/flows';

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
