export { AccessRevocation } from './revocation/access-revocation.js';
export { ProviderRevocation } from './revocation/provider-revocation.js';
export { RevocationModule } from './revocation/revocation.module.js';
export { SessionRevocation } from './revocation/session-revocation.js';
export { TokenRevocation } from './revocation/token-revocation.js';
export { type AccessEvent, type Ends, WHAT_ENDS } from './revocation/what-ends.js';
