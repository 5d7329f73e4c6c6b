import { failsWith } from '@app/errors';
import type { SentCredential } from '@app/factors';
import type { Reauthenticated, VerifiedSignIn } from '@app/flows';
import {
  MayBeLeftOut,
  OPTION_METHODS,
  OptionalText,
  type OptionMethod,
  type ReauthenticationOptions,
  Text,
} from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { toIssuedCode } from '../links/link.dto.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { OptionalChallengeId, OptionalCredential, toPasskeyChallenge } from '../wire/passkey-fields.js';

const CODE = 'The code that the authenticator app shows. Blanks are ignored.';
const RECOVERY_CODE = 'A recovery code. Case, blanks and dashes are ignored.';

/** A second factor: one of these. */
export class FactorFields {
  @OptionalText('INVALID_CODE', CODE)
  code?: string;

  @OptionalText('INVALID_CODE', RECOVERY_CODE)
  recovery_code?: string;

  @OptionalChallengeId()
  challenge_id?: string;

  @OptionalCredential()
  credential?: SentCredential;
}

export class MfaPasskeyRequest {
  @Text('INVALID_MFA_TOKEN', 'The `mfa_token` of the MFA_REQUIRED answer.')
  mfa_token!: string;
}

export class ReauthenticationOptionsRequest {
  @IsIn(OPTION_METHODS, failsWith('INVALID_REQUEST', `method must be one of: ${OPTION_METHODS.join(', ')}`))
  @ApiProperty({ enum: OPTION_METHODS, description: 'How the user wants to prove who they are.' })
  method!: OptionMethod;
}

/** The fields of a `PasskeyChallengeView`, or those of an email code. */
export class ReauthenticationOptionsView {
  @ApiPropertyOptional({ description: 'With `passkey`: goes back with the credential.' })
  challenge_id?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'With `passkey`: for the browser.' })
  options?: object;

  @ApiPropertyOptional({ description: 'With `email_code`: needed to use the code of the email.' })
  code_token?: string;

  @ApiProperty({ type: 'integer', description: 'Until when the proof must come, in UNIX epoch seconds.' })
  expiry!: number;
}

export function toReauthenticationOptions(options: ReauthenticationOptions): ReauthenticationOptionsView {
  return 'code' in options ? toIssuedCode(options.code) : toPasskeyChallenge(options.passkey);
}

export class MfaVerifyRequest extends FactorFields {
  @Text('INVALID_MFA_TOKEN', 'The `mfa_token` of the MFA_REQUIRED answer.')
  mfa_token!: string;

  @MayBeLeftOut()
  @IsBoolean(failsWith('INVALID_REQUEST', 'trust_device must be true or false'))
  @ApiPropertyOptional({
    default: false,
    description:
      'With the session in a cookie: whether sign-ins by password on this device need no second factor for `TRUSTED_DEVICE_TTL` seconds. Ignored while that is 0, and for a user with admin scopes.',
  })
  trust_device?: boolean;
}

export class ReauthenticateRequest extends FactorFields {
  @OptionalText('INVALID_PASSWORD', 'The current password.')
  password?: string;

  @OptionalText('INVALID_CODE', 'The `code_token` of the request for an email code.')
  code_token?: string;

  @OptionalText('INVALID_CODE', 'The six digits of the email. Blanks are ignored.')
  email_code?: string;
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
