export { Clock } from './clock.js';
export { dataSourceOptions } from './data-source-options.js';
export { Database } from './database.js';
export { DatabaseModule } from './database.module.js';
export { databaseFailure, isDuplicateKey } from './failures.js';
export { migrateOnce } from './migrate.js';
