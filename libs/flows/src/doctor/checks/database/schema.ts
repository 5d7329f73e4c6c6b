import { commandLine } from '@app/config';
import { IncompleteSchema, UnreleasedSchema, whyReadOnly } from '@app/database';
import { type Check, connected, type Finding, fail, ok, skip } from '../check.js';

export const migrations: Check = {
  name: 'migrations',
  needs: 'database',
  run: async (context) => {
    const database = connected(context);
    try {
      return compare(await database.applied(), database.migrations);
    } catch (error) {
      if (error instanceof UnreleasedSchema) return fail(error.message, error.cure);
      throw error;
    }
  },
};

function compare(applied: string[], known: string[]): Finding[] {
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return fail(
      `the schema is newer than this program: ${unknown.join(', ')}`,
      'run the version of the program that created it, or a newer one',
    );
  }
  if (pending.length > 0)
    return fail(`migrations of the schema that are pending: ${pending.join(', ')}`, commandLine('migrate'));
  return ok(`all ${known.length} migrations of the schema are applied`);
}

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
      return ok('the database has all columns that the program needs');
    } catch (error) {
      if (error instanceof IncompleteSchema) return fail(`missing: ${error.missing.join(', ')}`, error.cure);
      throw error;
    }
  },
};

const WRITE_CURES = {
  'it is read-only':
    'let DATABASE_URL name the primary server, or end the read-only mode: read_only of a server, the mode or the file system of a file',
  'its disk is full': 'free space on the disk of the database',
  'its user lacks the right to write':
    'GRANT ALL on the database to the user of DATABASE_URL; some hosters take this right when it is too large',
};

/** Checks that the database takes changes: a replica and a server after a failover only answer reads. */
export const writes: Check = {
  name: 'writes',
  needs: 'schema',
  settings: ['DATABASE_URL'],
  run: async ({ env }) => {
    const refusal = await whyReadOnly(env.database);
    if (refusal === undefined) return ok('the database can be written to');
    return fail(`the database of DATABASE_URL refuses to write: ${refusal}`, WRITE_CURES[refusal]);
  },
};
