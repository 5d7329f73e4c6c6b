export { AccessRevocation } from './access-revocation.js';
export type { AccessEvent, Ends } from './ends.js';
export { KeyRevocation } from './key-revocation.js';
export { ProviderRevocation } from './provider-revocation.js';
export { RevocationModule } from './revocation.module.js';
export { SessionRevocation } from './session-revocation.js';
export { TokenRevocation } from './token-revocation.js';
export { WHAT_ENDS } from './what-ends.js';
