export { addressGroup } from './address-group.js';
export { FAILED_ANYWHERE, FAILED_HERE, LETTERS, REQUESTS, WRONG_OLD_PASSWORDS } from './limits.js';
export { LimitsModule } from './limits.module.js';
export { type Counted, RateLimits } from './rate-limits.js';
