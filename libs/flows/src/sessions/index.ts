export { LazyMigration } from './lazy-migration.js';
export { RevocationService } from './revocations.service.js';
export { SessionService } from './session.service.js';
