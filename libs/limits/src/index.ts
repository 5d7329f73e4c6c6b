export { addressGroup } from './address-group.js';
export {
  EMAIL_CHANGES,
  FAILED_LOGINS_PER_ACCOUNT,
  FAILED_LOGINS_PER_ADDRESS,
  LETTERS_PER_ADDRESS,
  LETTERS_PER_MAILBOX,
  PASSWORD_NOTICES,
  REQUESTS,
  WRONG_ADMIN_TOKENS,
  WRONG_OLD_PASSWORDS,
} from './limits.js';
export { LimitsModule } from './limits.module.js';
export { type Counted, countAll, RateLimits } from './rate-limits.js';
