export { type AddedPasskey, type Enrolled, FactorEnrolment } from './enrolment.js';
export { FactorResetJob, FactorResetService, STOP_PATH } from './factor-reset.service.js';
export {
  type FactorOverview,
  FactorSettings,
  type OwnPasskeys,
  RelyingPartyNotice,
} from './own-factors.js';
export { PasskeyLoginService } from './passkey-login.service.js';
export {
  OPTION_METHODS,
  type OptionMethod,
  type Reauthenticated,
  type ReauthenticationOptions,
  ReauthenticationService,
} from './reauthentication.service.js';
export { type FactorAnswer, MfaVerifyService, type VerifiedSignIn } from './second-factors.js';
