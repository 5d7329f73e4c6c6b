import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/**
 * The statements that make an empty database like one that was migrated. Migrating takes a server half a second, and most
 * tests need a database of their own.
 * @param server the URL of the server, without a database
 */
export async function migratedSchema(server) {
  const name = `latchkey_schema_${randomBytes(6).toString('hex')}`;
  const connection = await mysql.createConnection(server);
  await connection.query(`CREATE DATABASE ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    migrate(url.href);
    await connection.query(`USE ${name}`);
    return await statementsOf(connection);
  } finally {
    await connection.query(`DROP DATABASE ${name}`);
    await connection.end();
  }
}

/** Creates the tables of a database. @param url its `DATABASE_URL` */
export function migrate(url) {
  const AUTH_SECRET = randomBytes(48).toString('base64');
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url, AUTH_SECRET };
  execFileSync(process.execPath, [CLI, 'migrate'], { env, stdio: 'pipe' });
}

async function statementsOf(connection) {
  // The tables come in the order of their names, which is not that of their foreign keys.
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query('SHOW TABLES');
  for (const table of tables.flatMap(Object.values)) {
    const [[created]] = await connection.query('SHOW CREATE TABLE ??', [table]);
    statements.push(created['Create Table']);
    const [rows] = await connection.query({ sql: 'SELECT * FROM ??', values: [table], rowsAsArray: true });
    if (rows.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows]));
  }
  return [...statements, 'SET foreign_key_checks = 1'];
}
