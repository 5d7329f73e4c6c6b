export { addressGroup } from './address-group.js';
export {
  EMAIL_CHANGES,
  FAILED_LOGINS_EVERYWHERE,
  FAILED_LOGINS_HERE,
  LETTERS_EVERYWHERE,
  LETTERS_HERE,
  PASSWORD_NOTICES,
  REQUESTS,
  WRONG_ADMIN_TOKENS,
  WRONG_OLD_PASSWORDS,
} from './limits.js';
export { LimitsModule } from './limits.module.js';
export { type Counted, countAll, RateLimits } from './rate-limits.js';
