export { MigrationSource } from './lazy-migration.js';
export { PasswordLogin } from './password-login.js';
export { RevocationService } from './revocations.service.js';
export { type SecurityEvent, SecurityEvents } from './security-events.js';
export { DeviceService, type ListedDevice, SessionEnder, SessionRefresher } from './sessions.service.js';
