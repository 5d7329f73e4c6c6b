import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SignedIn, toSignedIn } from '../session/session.dto.js';
import { OptionalText, Text } from '../wire/fields.js';
import type { VerifiedSignIn } from './mfa-verify.service.js';
import type { Reauthenticated } from './reauthentication.service.js';

const CODE = 'The code that the authenticator app shows. Blanks are ignored.';
const RECOVERY_CODE = 'A recovery code. Case, blanks and dashes are ignored.';

export class MfaVerifyRequest {
  @Text('INVALID_MFA_TOKEN', 'The `mfa_token` of the MFA_REQUIRED answer.')
  mfa_token!: string;

  @OptionalText('INVALID_CODE', CODE)
  code?: string;

  @OptionalText('INVALID_CODE', RECOVERY_CODE)
  recovery_code?: string;
}

export class ReauthenticateRequest {
  @OptionalText('INVALID_PASSWORD', 'The current password.')
  password?: string;

  @OptionalText('INVALID_CODE', CODE)
  code?: string;

  @OptionalText('INVALID_CODE', RECOVERY_CODE)
  recovery_code?: string;
}

export class MfaSignedIn extends SignedIn {
  @ApiPropertyOptional({ type: [String], description: 'Recovery codes of an imported user: shown only now.' })
  recovery_codes?: string[];
}

export function toMfaSignedIn({ user, tokens, recoveryCodes }: VerifiedSignIn): MfaSignedIn {
  return { ...toSignedIn(tokens, user), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
}

export class ReauthenticatedView {
  @ApiProperty({ format: 'uuid' })
  uid!: string;

  @ApiProperty({ description: 'A new access token of the same session.' })
  access_token!: string;

  @ApiProperty({ type: 'integer', description: 'When the access token expires, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toReauthenticated({ uid, accessToken, expiry }: Reauthenticated): ReauthenticatedView {
  return { uid, access_token: accessToken, expiry };
}
