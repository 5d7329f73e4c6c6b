import { failsWith } from '@app/errors';
import { ADDED_KINDS, type Passkey, type PasskeyOptions, type PendingTotp, type TotpFactor } from '@app/factors';
import {
  type AddedPasskey,
  type Enrolled,
  type FactorOverview,
  OPTION_METHODS,
  type OptionMethod,
  type OwnPasskeys,
  type Reauthenticated,
  type ReauthenticationOptions,
  type VerifiedSignIn,
} from '@app/flows';
import { IntersectionType, PartialType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { toIssuedCode } from '../links/link.dto.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';

const CODE = 'The code that the authenticator app shows. Blanks are ignored.';
const RECOVERY_CODE = 'A recovery code. Case, blanks and dashes are ignored.';

/** A second factor: one of these. */
export class FactorFields extends Request({
  code: f.optional(f.text('INVALID_CODE', CODE)),
  recovery_code: f.optional(f.text('INVALID_CODE', RECOVERY_CODE)),
  challenge_id: f.optional(f.challengeId()),
  credential: f.optional(f.credential()),
}) {}

export class MfaPasskeyRequest extends Request({
  mfa_token: f.text('INVALID_MFA_TOKEN', 'The `mfa_token` of the MFA_REQUIRED answer.'),
}) {}

export class ReauthenticationOptionsRequest extends Request({
  method: f.any<OptionMethod>(
    { type: String, enum: OPTION_METHODS, description: 'How the user wants to prove who they are.' },
    IsIn(OPTION_METHODS, failsWith('INVALID_REQUEST', `method must be one of: ${OPTION_METHODS.join(', ')}`)),
  ),
}) {}

/** The fields of a `PasskeyChallengeView`, or those of an email code. */
export class ReauthenticationOptionsView extends Answer({
  challenge_id: t.optional(t.string('With `passkey`: goes back with the credential.')),
  options: t.optional(
    t.any<object>({ type: 'object', additionalProperties: true, description: 'With `passkey`: for the browser.' }),
  ),
  code_token: t.optional(t.string('With `email_code`: needed to use the code of the email.')),
  expiry: t.integer('Until when the proof must come, in UNIX epoch seconds.'),
}) {}

export function toReauthenticationOptions(options: ReauthenticationOptions): ReauthenticationOptionsView {
  return 'code' in options ? toIssuedCode(options.code) : toPasskeyChallenge(options.passkey);
}

export class MfaVerifyRequest extends Request(FactorFields, {
  mfa_token: f.text('INVALID_MFA_TOKEN', 'The `mfa_token` of the MFA_REQUIRED answer.'),
  trust_device: f.flag(
    'With the session in a cookie: whether sign-ins by password on this device need no second factor for `TRUSTED_DEVICE_TTL` seconds. Ignored while that is 0, and for a user with admin scopes.',
  ),
}) {}

export class ReauthenticateRequest extends Request(FactorFields, {
  password: f.optional(f.text('INVALID_PASSWORD', 'The current password.')),
  code_token: f.optional(f.text('INVALID_CODE', 'The `code_token` of the request for an email code.')),
  email_code: f.optional(f.text('INVALID_CODE', 'The six digits of the email. Blanks are ignored.')),
}) {}

export class MfaSignedIn extends Answer(SignedIn, {
  recovery_codes: t.optional(t.strings('Recovery codes of an imported user: shown only now.')),
}) {}

export function toMfaSignedIn({ user, tokens, recoveryCodes }: VerifiedSignIn): MfaSignedIn {
  return { ...toSignedIn(tokens, user), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
}

export class ReauthenticatedView extends Answer({
  uid: t.uuid(),
  access_token: t.string('A new access token of the same session.'),
  expiry: t.integer('When the access token expires, in UNIX epoch seconds.'),
}) {}

export function toReauthenticated({ uid, accessToken, expiry }: Reauthenticated): ReauthenticatedView {
  return { uid, access_token: accessToken, expiry };
}

const CODES = 'Recovery codes: shown only now, each works once.';

export class NewRecoveryCodes extends Answer({
  recovery_codes: t.optional(t.strings(CODES)),
}) {}

/** An empty answer if there are no new codes. */
export function toRecoveryCodes(codes: string[] | undefined): NewRecoveryCodes | undefined {
  return codes && { recovery_codes: codes };
}

/** For a signed-in user the recovery codes, if they are new; for a sign-in that had to wait, its tokens, too. */
export class EnrolledFactor extends IntersectionType(NewRecoveryCodes, PartialType(SignedIn)) {}

export function toEnrolledFactor({ user, tokens, recoveryCodes }: Enrolled): EnrolledFactor | undefined {
  if (tokens) return toMfaSignedIn({ user, tokens, recoveryCodes });
  return toRecoveryCodes(recoveryCodes);
}

export class NewTotp extends Answer({
  factor_id: t.uuid(),
  secret: t.string('The secret in base32, for apps without a camera.'),
  uri: t.string('The `otpauth://` URI that a QR code shows to the app.'),
  expiry: t.integer('Until when the first code must come, in UNIX epoch seconds.'),
}) {}

export function toNewTotp({ factorId, secret, uri, expiresAt }: PendingTotp): NewTotp {
  return { factor_id: factorId, secret, uri, expiry: expiresAt };
}

export class FactorView extends Answer({
  factor_id: t.uuid(),
  type: t.oneOf(ADDED_KINDS),
  name: t.string(),
  created_at: t.time(),
  last_used_at: t.orNull(t.integer('UNIX epoch seconds.')),
}) {}

export function toFactorViews({ totp, passkeys }: Pick<FactorOverview, 'totp' | 'passkeys'>): FactorView[] {
  return [...totp.map(totpView), ...passkeys.map(passkeyView)];
}

function totpView({ factorId, name, createdAt, lastUsedAt }: TotpFactor): FactorView {
  return { factor_id: factorId, type: 'totp', name, created_at: createdAt, last_used_at: lastUsedAt };
}

function passkeyView({ passkeyId, name, createdAt, lastUsedAt }: Passkey): FactorView {
  return { factor_id: passkeyId, type: 'passkey', name, created_at: createdAt, last_used_at: lastUsedAt };
}

export class MfaView extends Answer({
  enabled: t.boolean('Whether each sign-in needs a second factor.'),
  required: t.boolean('Whether the service or an administrator requires a second factor.'),
  recovery_codes_left: t.integer(),
  factors: t.list(FactorView),
}) {}

export function toMfaView({ enabled, required, recoveryCodesLeft, totp, passkeys }: FactorOverview): MfaView {
  return { enabled, required, recovery_codes_left: recoveryCodesLeft, factors: toFactorViews({ totp, passkeys }) };
}

const MOST_CHARACTERS = 100;

/** The name of a factor. */
function factorName() {
  const form = failsWith('INVALID_REQUEST', `$property must be a text of 1 to ${MOST_CHARACTERS} characters`);
  return f.sized(1, MOST_CHARACTERS, form, 'A name that the user recognizes.');
}

export class MfaRequest extends Request({
  enabled: f.boolean('Whether each sign-in needs a second factor.'),
}) {}

export class TotpRequest extends Request({
  name: f.optional(factorName()),
}) {}

export class RenameRequest extends Request({
  name: factorName(),
}) {}

export class ConfirmTotpRequest extends Request({
  code: f.text('INVALID_CODE', 'The code that the app shows. Blanks are ignored.'),
}) {}

export class PasskeyLoginRequest extends Request({
  challenge_id: f.challengeId(),
  credential: f.credential(),
}) {}

export class PasskeyRequest extends Request(PasskeyLoginRequest, {
  name: f.optional(factorName()),
}) {}

/** With the `mfa_token` of a sign-in that had to wait for a factor, the answer has its tokens, too. */
export class AddedPasskeyView extends Answer(EnrolledFactor, {
  passkey_id: t.uuid(),
  name: t.string('The given name, or that of the authenticator or browser.'),
}) {}

export function toAddedPasskey({ passkey: { passkeyId, name }, enrolled }: AddedPasskey): AddedPasskeyView {
  return { passkey_id: passkeyId, name, ...toEnrolledFactor(enrolled) };
}

export class PasskeyView extends Answer({
  passkey_id: t.uuid(),
  credential_id: t.string('The id that the browser knows it by, in base64url.'),
  name: t.string(),
  synced: t.boolean('Whether the authenticator has copied it to other devices.'),
  transports: t.strings('How the browser reaches the authenticator.'),
  created_at: t.time(),
  last_used_at: t.orNull(t.integer('UNIX epoch seconds.')),
}) {}

export function toPasskeyView(passkey: Passkey): PasskeyView {
  const { transports } = passkey;
  return viewOf(PasskeyView, { ...passkey, transports: transports === '' ? [] : transports.split(',') });
}

export class OwnPasskeysView extends Answer({
  rp_id: t.string('The domain of new passkeys, for the signals of the browser.'),
  user_handle: t.orNull(t.string('In base64url; null before the first passkey.')),
  passkeys: t.list(PasskeyView, 'Oldest first.'),
}) {}

export function toOwnPasskeys({ rpId, userHandle, passkeys }: OwnPasskeys): OwnPasskeysView {
  return { rp_id: rpId, user_handle: userHandle, passkeys: passkeys.map(toPasskeyView) };
}

/** A challenge for a passkey. */
export class PasskeyChallengeView extends Answer({
  challenge_id: t.string('Names the challenge in the next request. It works once.'),
  options: t.any<object>({
    type: 'object',
    additionalProperties: true,
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` (WebAuthn Level 3).',
  }),
  expiry: t.integer('Until when the challenge works, in UNIX epoch seconds.'),
}) {}

export function toPasskeyChallenge({ challengeId, options, expiresAt }: PasskeyOptions): PasskeyChallengeView {
  return { challenge_id: challengeId, options, expiry: expiresAt };
}
