import { loadDatabaseLocation } from '@app/config';
import { migrateOnce } from '@app/database';
import type { Command } from 'commander';
import { announceDatabase } from '../terminal/errors.js';
import { addCommand, type OutputOptions, print } from '../terminal/output.js';

export function addMigrate(program: Command): void {
  addCommand(
    program,
    'migrate',
    'create the database of DATABASE_URL if it is a file, and bring its schema up to date',
  ).action(async (options: OutputOptions) => {
    const location = loadDatabaseLocation();
    announceDatabase(location);
    const applied = await migrateOnce(location);
    print({ applied }, options, () => [
      applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
    ]);
  });
}
