// Loaded before the service (`node --import`), so that a test can see each SQL statement that is sent to the database.
// The service itself is not changed. For the message `{ statements: true }` it sends the statements to its parent, and for
// `{ pragma: name }` the value of this setting of its connection to SQLite.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const require = createRequire(import.meta.url);
  let seen = [];
  let sqlite;
  /** Records each call of a method; `read` returns the statement and its values from the arguments. */
  const watch = (prototype, method, read) => {
    const original = prototype[method];
    prototype[method] = function (...args) {
      seen.push(read.call(this, args));
      return original.apply(this, args);
    };
  };

  const { Connection } = require('mysql2');
  for (const method of ['query', 'execute']) {
    watch(Connection.prototype, method, ([sql, values]) => ({
      sql: typeof sql === 'string' ? sql : sql.sql,
      values: Array.isArray(values) ? values : [],
    }));
  }

  const { Client } = require('pg');
  watch(Client.prototype, 'query', ([query, values]) => ({
    sql: typeof query === 'string' ? query : query.text,
    values: values ?? query.values ?? [],
  }));

  const Sqlite = require('better-sqlite3');
  const Statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'));
  for (const method of ['all', 'get', 'run', 'iterate']) {
    watch(Statement, method, function (values) {
      sqlite = this.database;
      return { sql: this.source, values };
    });
  }

  process.on('message', ({ statements, pragma }) => {
    if (pragma) process.send({ value: sqlite.pragma(pragma, { simple: true }) });
    if (!statements) return;
    process.send({ statements: seen });
    seen = [];
  });
  process.channel.unref();
}
