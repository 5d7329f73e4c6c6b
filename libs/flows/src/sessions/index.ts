export { MigrationSource } from './lazy-migration.js';
export { PasswordLogin } from './password-login.js';
export { RevocationService } from './revocations.service.js';
export { DeviceService, type ListedDevice, type SecurityEvent, SessionService } from './sessions.service.js';
