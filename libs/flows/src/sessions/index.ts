export { LazyMigration } from './lazy-migration.js';
export { MigrationSource } from './migration-source.js';
export { RevocationService } from './revocations.service.js';
export { SessionService } from './session.service.js';
