import { loadDatabaseLocation } from '@app/config';
import { migrateOnce } from '@app/database';
import type { Command } from 'commander';
import { addCommand, type OutputOptions, print } from '../terminal/output.js';

export function addMigrate(program: Command): void {
  addCommand(program, 'migrate', 'bring the schema of the database in DATABASE_URL up to date').action(
    async (options: OutputOptions) => {
      const applied = await migrateOnce(loadDatabaseLocation());
      print({ applied }, options, () => [
        applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
      ]);
    },
  );
}
