import { DATABASE } from '../database/database.js';
import type { App } from '../service/app.js';

const TABLES =
  DATABASE === 'mysql'
    ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
    : "SELECT name FROM sqlite_master WHERE type = 'table'";
const quoted = (name: unknown) => (DATABASE === 'mysql' ? `\`${name}\`` : `"${name}"`);

/** The text of each cell of the database. */
export async function everyCell(app: App): Promise<string> {
  const tables = await app.sql(TABLES);
  const rows = await Promise.all(tables.map(({ name }) => app.sql(`SELECT * FROM ${quoted(name)}`)));
  return JSON.stringify(rows, (_name, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
}
