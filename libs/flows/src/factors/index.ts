export type { Enrolled } from './enrolment.js';
export { type AddedPasskey, PasskeyEnrolmentService, TotpService } from './enrolment.js';
export { FactorResetJob, FactorResetService, STOP_PATH } from './factor-reset.service.js';
export {
  FactorList,
  type FactorOverview,
  FactorView,
  MfaSwitch,
  type OwnPasskeys,
  OwnPasskeysService,
  RelyingPartyNotice,
  toFactorViews,
} from './own-factors.js';
export { PasskeyLoginService } from './passkey-login.service.js';
export {
  OPTION_METHODS,
  type OptionMethod,
  type ReauthenticationOptions,
  ReauthenticationOptionsService,
  ReauthenticationService,
} from './reauthentication.service.js';
export type { FactorAnswer, Reauthenticated } from './second-factors.js';
export { MfaVerifyService, PasskeyOptionsService, type VerifiedSignIn } from './second-factors.js';
