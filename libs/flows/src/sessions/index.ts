export { MigrationSource } from './migration-source.js';
export { PasswordLogin } from './password-login.js';
export { RevocationService } from './revocations.service.js';
export { SessionEnder } from './session-ender.js';
export { SessionRefresher } from './session-refresher.js';
