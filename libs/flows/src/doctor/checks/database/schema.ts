import { IncompleteSchema, SCHEMA_CURE } from '@app/database';
import { type Check, connected, fail, ok, skip } from '../check.js';

export const migrations: Check = {
  name: 'migrations',
  needs: 'database',
  run: async (context) => {
    const database = connected(context);
    const applied = await database.applied();
    const known = database.migrations;
    const pending = known.filter((name) => !applied.includes(name));
    const unknown = applied.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      return fail(
        `the schema is newer than this program: ${unknown.join(', ')}`,
        'run the version of the program that created it, or a newer one',
      );
    }
    if (pending.length > 0) return fail(`pending: ${pending.join(', ')}`, 'latchkey migrate');
    return ok(`all ${known.length} are applied`);
  },
};

/** Compares the real columns: a schema can differ from its list of applied migrations. */
export const columns: Check = {
  name: 'columns',
  needs: 'schema',
  run: async (context) => {
    const database = connected(context);
    const applied = await database.applied();
    if (database.migrations.some((name) => !applied.includes(name))) return skip('migrations are pending');
    try {
      await database.requireColumns();
      return ok('the database has all that the program needs');
    } catch (error) {
      if (error instanceof IncompleteSchema) return fail(`missing: ${error.missing.join(', ')}`, SCHEMA_CURE);
      throw error;
    }
  },
};
