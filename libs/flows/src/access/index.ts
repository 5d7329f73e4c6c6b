export { AdminRank } from './admin-rank.js';
export {
  type Administrator,
  type Deed,
  factorFor,
  OPERATOR,
  type Operation,
  ofUser,
  type RequiredScope,
  TokenAccess,
} from './administrator.js';
export { type EventName, EventNames } from './event-names.js';
export type { Enroller } from './factor-methods.js';
export { FactorMethods } from './factor-methods.js';
export { SPENT_LINK } from './spent-link.js';
export { StaleTokens } from './stale-tokens.js';
