export { DeviceService, type ListedDevice } from './device.service.js';
export { MigrationSource } from './migration-source.js';
export { PasswordLogin } from './password-login.js';
export { RevocationService } from './revocations.service.js';
export { type SecurityEvent, SecurityEvents } from './security-events.js';
export { SessionEnder } from './session-ender.js';
export { SessionRefresher } from './session-refresher.js';
