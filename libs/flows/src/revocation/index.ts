export { Access } from './access.js';
export { RevocationModule } from './revocation.module.js';
export { TokenRevocation } from './token-revocation.js';
export { type AccessEvent, type Ends, WHAT_ENDS, type Who } from './what-ends.js';
