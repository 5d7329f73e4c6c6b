export type { Enrolled } from './factor-enrolment.js';
export { FactorList, type FactorOverview } from './factor-list.js';
export { FactorView, toFactorViews } from './factor-view.js';
export { MfaVerifyService, type VerifiedSignIn } from './mfa/mfa-verify.service.js';
export { PasskeyOptionsService } from './mfa/passkey-options.service.js';
export type { Reauthenticated } from './mfa/proof-recorder.js';
export { ReauthenticationService } from './mfa/reauthentication.service.js';
export {
  OPTION_METHODS,
  type OptionMethod,
  type ReauthenticationOptions,
  ReauthenticationOptionsService,
} from './mfa/reauthentication-options.service.js';
export type { FactorAnswer } from './mfa/second-factors.js';
export { MfaSwitch } from './mfa-switch.js';
export { type OwnPasskeys, OwnPasskeysService } from './passkeys/own-passkeys.service.js';
export { type AddedPasskey, PasskeyEnrolmentService } from './passkeys/passkey-enrolment.service.js';
export { PasskeyLoginService } from './passkeys/passkey-login.service.js';
export { RelyingPartyNotice } from './passkeys/relying-party-notice.js';
export { FactorResetService, STOP_PATH } from './reset/factor-reset.service.js';
export { FactorResetJob } from './reset/factor-reset-job.js';
export { TotpService } from './totp.service.js';
