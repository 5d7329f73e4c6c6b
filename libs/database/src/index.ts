export { Clock, newId } from './clock.js';
export { DatabaseCopy } from './copy/database-copy.js';
export { createDataSource } from './data-source.js';
export { Database } from './database.js';
export { DatabaseModule } from './database.module.js';
export { type Dialect, dialectOf } from './dialect.js';
export { databaseFailure, isContention, isDuplicateKey, isDuplicatePrimaryKey, isOrphan } from './driver-errors.js';
export { POOL_SIZE } from './hosts.js';
export { finished, type Job, PeriodicJobs } from './periodic-jobs.js';
export {
  cursorAt,
  findPage,
  type ListOrder,
  type ListPage,
  type PageRequest,
  pageOf,
  readPageCursor,
} from './query/keyset.js';
export {
  columnsOfPerson,
  type Person,
  type PersonalData,
  PersonColumn,
  ServiceColumn,
  type StoredRows,
  storedRows,
} from './query/personal-data.js';
export type { KeyLookup } from './query/rows.js';
export {
  Batcher,
  Counter,
  counterOf,
  FOREVER,
  lockRows,
  type Rung,
  removeInBatches,
  removeOwn,
  type Span,
  within,
} from './query/rows.js';
export { Queue } from './queue.js';
export { migrateOnce, ReadOnlyDatabase, whyReadOnly } from './schema/migrate.js';
export { IncompleteSchema, SchemaError } from './schema/required-columns.js';
export type { Row, WriteRule } from './sql-client.js';
export { type TemporaryRecord, TemporaryRecords, TemporarySet } from './sqlite/temporary-records.js';
