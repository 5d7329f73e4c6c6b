import type { Env } from '@app/config';
import { Database, isDuplicateKey } from '@app/database';
import { parseDatabaseUrl } from '../../libs/config/src/database-url.js';
import { ClientDataSource, clientOptions, createClient } from '../../libs/database/src/data-source.js';
import { createDatabase, DATABASE, itOn, itOnServer, type TestDatabase } from '../support/database/database.js';

let server: TestDatabase;
let database: Database;
const opened: ClientDataSource[] = [];

beforeAll(async () => {
  server = await createDatabase({ migrated: true });
  await server.sql('CREATE TABLE notes (name varchar(36) PRIMARY KEY)');
  database = await open();
});
afterAll(async () => {
  await Promise.all(opened.map((source) => source.destroy()));
  await server.drop();
});

/** The database as the service has it. @param query options of the URL */
async function open(query = ''): Promise<Database> {
  const location = parseDatabaseUrl(server.url + query);
  if (!location) throw new Error(`Not a URL of a database: ${server.url}${query}`);
  const client = createClient(location);
  const source = new ClientDataSource(clientOptions(client));
  opened.push(source);
  const found = new Database(source, client, { database: location } as Env);
  await found.start();
  return found;
}

let count = 0;
/** A name that no other test has. */
const newName = () => `note ${++count}`;
const add = (name: string) => database.change('INSERT INTO notes (name) VALUES (?)', [name]);
/** Adds a note that is there, and goes on. */
const addAgain = (name: string) => expectDuplicate(database.attempt(() => add(name)));

async function expectDuplicate(work: Promise<unknown>): Promise<void> {
  expect(await work.then(() => 'no failure', isDuplicateKey)).toBe(true);
}

/** Which of these notes are there. */
async function stored(...names: string[]): Promise<string[]> {
  const rows = await server.sql('SELECT name FROM notes ORDER BY name');
  return names.filter((name) => rows.some((row) => row.name === name));
}

describe('Database.attempt()', () => {
  it('leaves a transaction usable when a duplicate is caught, whatever was done before and comes after', async () => {
    const [one, two, three] = [newName(), newName(), newName()];
    await database.transaction(async () => {
      await add(one);
      await addAgain(one);
      await add(two);
      await addAgain(two);
      await addAgain(one);
      await database.attempt(() => add(three));
    });
    expect(await stored(one, two, three)).toEqual([one, two, three]);
  });

  it('undoes only its own part inside another attempt', async () => {
    const [one, two, three] = [newName(), newName(), newName()];
    await database.transaction(async () => {
      await add(one);
      await database.attempt(async () => {
        await add(two);
        await addAgain(one);
        await add(three);
      });
    });
    expect(await stored(one, two, three)).toEqual([one, two, three]);
  });

  itOn('postgres')('undoes all that it has done before its failure', async () => {
    const [one, two] = [newName(), newName()];
    await database.transaction(async () => {
      await add(one);
      const both = () => add(two).then(() => add(one));
      await expectDuplicate(database.attempt(both));
    });
    expect(await stored(one, two)).toEqual([one]);
  });

  it('is a statement of its own outside of transactions', async () => {
    const one = newName();
    await database.attempt(() => add(one));
    await addAgain(one);
    expect(await stored(one)).toEqual([one]);
  });

  it('commits nothing when the failure leaves the transaction, and the connection goes on', async () => {
    const [one, two] = [newName(), newName()];
    const work = async () => {
      await add(one);
      await addAgain(one);
      await database.attempt(() => add(two));
      await add(one);
    };
    await expectDuplicate(database.transaction(work));
    expect(await stored(one, two)).toEqual([]);
    await database.transaction(() => add(one));
    expect(await stored(one)).toEqual([one]);
  });
});

describe('a failure that is caught without an attempt', () => {
  itOn('postgres')('commits nothing, and says so, although the work goes on', async () => {
    const one = newName();
    const work = async () => {
      await add(one);
      await add(one).catch(() => undefined);
    };
    await expect(database.transaction(work)).rejects.toThrow('its error was not heeded');
    expect(await stored(one)).toEqual([]);
  });

  itOn('postgres')('lets no further statement run', async () => {
    const [one, two] = [newName(), newName()];
    const work = async () => {
      await add(one);
      await add(one).catch(() => undefined);
      await add(two);
    };
    await expect(database.transaction(work)).rejects.toThrow('current transaction is aborted');
    expect(await stored(one, two)).toEqual([]);
  });
});

/** Statements that fail as those do that the database has chosen as victims. */
const VICTIMS = {
  mysql: [1213, 1205].map((number) => `SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = ${number}`),
  postgres: ['40P01', '40001'].map((code) => `DO $$ BEGIN RAISE EXCEPTION 'chosen' USING ERRCODE = '${code}'; END $$`),
  sqlite: [],
}[DATABASE];

itOnServer.each([
  ['deadlock', 0],
  ['conflict', 1],
])('a transaction that ended by a %s is done again, also when that was in an attempt', async (_what, index) => {
  const [one, two] = [newName(), newName()];
  let tries = 0;
  await database.transaction(async () => {
    tries++;
    await add(one);
    const fails = () => database.change(VICTIMS[index] ?? '');
    if (tries === 1) await fails();
    if (tries === 2) await database.attempt(fails);
    await add(two);
  });
  expect(tries).toBe(3);
  expect(await stored(one, two)).toEqual([one, two]);
});

it('the time of the server is that of the epoch, whatever its time zone', async () => {
  const [row] = await database.select(`SELECT ${database.dialect.now} AS now`);
  expect(Math.abs(Number(row?.now) - Date.now() / 1_000)).toBeLessThan(5);
});

it('counts are numbers, also beyond those of 32 bits', async () => {
  const [row] = await database.select('SELECT COUNT(*) AS few, 4294967295 + 1 AS many');
  expect(row).toEqual({ few: 1, many: 4_294_967_296 });
});

describe('the columns of PostgreSQL', () => {
  const columns = (which: string) =>
    server.sql(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name NOT IN ('migrations', 'notes') AND ${which}`);

  itOn('postgres')('compare texts by their bytes, whatever the language of the database is', async () => {
    const isText = "data_type IN ('text', 'character', 'character varying')";
    expect((await columns(isText)).length).toBeGreaterThan(100);
    expect(await columns(`${isText} AND collation_name IS DISTINCT FROM 'C'`)).toEqual([]);
  });

  itOn('postgres')(
    'have space for the numbers that MySQL stores without a sign, such as seconds after 2038',
    async () => {
      expect((await columns("data_type = 'bigint'")).length).toBeGreaterThan(50);
      expect(await columns("data_type IN ('smallint', 'integer', 'real')")).toEqual([]);
    },
  );
});

describe('behind a pooler', () => {
  const prepared = async (one: Database) =>
    one.transaction(async () => {
      await one.select('SELECT name FROM notes WHERE name = ?', ['x']);
      return one.select("SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT name FROM notes %'");
    });

  itOn('postgres')('`prepare=off` prepares nothing on a connection that another program gets afterwards', async () => {
    expect(await prepared(database)).toHaveLength(1);
    expect(await prepared(await open('?prepare=off'))).toEqual([]);
  });

  itOn('postgres')('a connection has the limits of the service in a transaction, and not after it', async () => {
    const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
    const one = await open('?prepare=off');
    const limits = async () => {
      const rows = await one.select(`SELECT setting FROM pg_settings WHERE name IN ('${names.join("', '")}')`);
      return rows.map(({ setting }) => Number(setting));
    };
    const inside = await one.transaction(limits);
    expect(inside).toHaveLength(names.length);
    for (const limit of inside) expect(limit).toBeGreaterThan(0);
    expect(await limits()).toEqual([0, 0, 0]);
  });
});
