export {
  addressGroup,
  EMAIL_CHANGES,
  EMAILS_PER_ADDRESS,
  EMAILS_PER_MAILBOX,
  FAILED_LOGINS_PER_ACCOUNT,
  FAILED_LOGINS_PER_ADDRESS,
  LOGOUT_TOKENS,
  PASSWORD_NOTICES,
  REQUESTS,
  SIGN_IN_NOTICES,
  WRONG_ADMIN_TOKENS,
  WRONG_API_KEYS,
  WRONG_CLIENT_SECRETS,
  WRONG_EMAIL_CODES,
  WRONG_FACTORS,
  WRONG_FACTORS_PER_DAY,
  WRONG_OLD_PASSWORDS,
  WRONG_RECOVERY_CODES,
  WRONG_RECOVERY_CODES_PER_DAY,
} from './limits.js';
export { LimitsModule } from './limits.module.js';
export { type Counted, countAll, RateLimits } from './rate-limits.js';
export { pingRedis } from './windows.js';
