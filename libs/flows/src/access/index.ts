export { AdminRank } from './admin-rank.js';
export { type Administrator, OPERATOR, ofUser } from './administrator.js';
export type { Enroller } from './enroller.js';
export { type EventName, EventNames } from './event-names.js';
export { FactorMethods } from './factor-methods.js';
export { type Deed, factorFor, type Operation, type RequiredScope } from './operation.js';
export { SPENT_LINK } from './spent-link.js';
export { StaleTokens } from './stale-tokens.js';
export { TokenAccess } from './token-access.js';
