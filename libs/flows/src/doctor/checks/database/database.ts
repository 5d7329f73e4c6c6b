import { existsSync } from 'node:fs';
import { type DatabaseLocation, describeLocation, type MysqlLocation } from '@app/config';
import { ReadOnlyDatabase, UnreleasedSchema } from '@app/database';
import { type Check, type Finding, fail, ok, warn } from '../check.js';

const SETTINGS = ['DATABASE_URL'];

/** Connects to the database for the checks that follow. */
export const connect: Check = {
  name: 'database',
  settings: SETTINGS,
  run: async (context) => {
    const { env } = context;
    const place = describeLocation(env.database);
    if (env.database.type === 'sqlite') {
      if (env.database.file === ':memory:') return memory(env.production);
      if (!existsSync(env.database.file)) return ok(`${place} is not there yet: the first start makes it`);
    }
    try {
      context.connecting = ReadOnlyDatabase.open(env.database);
      context.database = await context.connecting;
      context.hasSchema = await hasSchema(context.database);
    } catch (error) {
      context.database = undefined;
      return connectionFailure(error, env.database);
    }
    return ok(`${place} is reached`);
  },
};

/** Whether the database has tables of this program, or of an earlier release. */
function hasSchema(database: ReadOnlyDatabase): Promise<boolean> {
  return database.applied().then(
    ({ length }) => length > 0,
    (error) => {
      if (error instanceof UnreleasedSchema) return false;
      throw error;
    },
  );
}

function memory(production: boolean): Finding[] {
  const found = 'a database in memory: all accounts are gone when the service stops';
  return production ? warn(found, 'set DATABASE_URL to a file or a server') : ok(found);
}

/** The finding for a failed connection. Messages of the driver have the user and the client address, never the password. */
function connectionFailure(error: unknown, location: DatabaseLocation): Finding[] {
  const place = describeLocation(location);
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (location.type === 'sqlite') return fail(`${place}: ${message}`, 'set DATABASE_URL to a file that can be used');
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
    case 'ER_HOST_NOT_PRIVILEGED':
      return accessDenied(place, location);
    case 'ER_DBACCESS_DENIED_ERROR':
      return fail(
        `${place}: the user "${location.username}" may not use the database "${location.database}"`,
        `GRANT ALL ON ${location.database}.* to it, or correct the database in DATABASE_URL`,
      );
    case 'ER_BAD_DB_ERROR':
      return fail(
        `${place}: there is no database "${location.database}"`,
        `CREATE DATABASE ${location.database}, or correct the database in DATABASE_URL`,
      );
    default:
      return fail(
        `${place} is out of reach: ${code || message}`,
        'start it, open the way to it, or correct host and port in DATABASE_URL',
      );
  }
}

function accessDenied(place: string, { username, password }: MysqlLocation): Finding[] {
  const what = password === '' ? 'no password is given' : 'user or password is wrong';
  return fail(
    `${place} refuses the user "${username}": ${what}`,
    'correct user and password in DATABASE_URL (special characters are %-encoded), or let the user in from this address',
  );
}
