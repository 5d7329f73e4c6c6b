export { AdminRank } from './admin-rank.js';
export {
  type Administrator,
  type Deed,
  factorFor,
  OPERATOR,
  type Operation,
  ofUser,
  type RequiredScope,
  SPENT_LINK,
  TokenAccess,
} from './administrator.js';
export { type EventName, EventNames } from './event-names.js';
export { type Enroller, FactorMethods } from './factor-methods.js';
export { StaleTokens } from './stale-tokens.js';
