export { type Administrator, OPERATOR, ofUser } from './administrator.js';
export type { Enroller } from './enroller.js';
export { type EventName, EventNames } from './event-names.js';
export { FactorMethods } from './factor-methods.js';
export { SPENT_LINK } from './spent-link.js';
export { StaleTokens } from './stale-tokens.js';
export { TokenAccess } from './token-access.js';
