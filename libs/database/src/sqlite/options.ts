import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqliteLocation } from '@app/config';
import type Sqlite from 'better-sqlite3';

/** To wait for another process blocks the event loop, so it is short; then the client waits without blocking. */
const BUSY_TIMEOUT_MS = 100;

/** TypeORM's options for an SQLite file. */
export function sqliteOptions({ file }: SqliteLocation) {
  return { type: 'better-sqlite3' as const, database: file, timeout: BUSY_TIMEOUT_MS, prepareDatabase: setPragmas };
}

/** WAL lets others read while one writes; FULL keeps each commit through a loss of power. TypeORM enables the foreign keys. */
export function setPragmas(database: Sqlite.Database): void {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
}

/** Makes the folder of the file. Only the owner of the process may read what this process creates. */
export function prepareFolder({ file }: SqliteLocation): void {
  if (file === ':memory:') return;
  process.umask(0o077);
  mkdirSync(dirname(file), { recursive: true });
}
