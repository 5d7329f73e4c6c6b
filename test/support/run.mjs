// Runs every test: the unit specs, then all of test/ on SQLite and on MySQL or MariaDB.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findMysql } from './mysql-server.mjs';

const server = await findMysql();
if (server === undefined) {
  const line = '!'.repeat(100);
  process.stderr.write(
    `\n${line}\nNo MySQL or MariaDB: not at TEST_MYSQL_URL, not on 127.0.0.1:3306, and no mariadbd or mysqld in PATH.\n` +
      `THE MYSQL HALF OF THE TESTS IS SKIPPED.\n${line}\n\n`,
  );
  if (process.env.CI === 'true') process.exit(1);
}

const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');
const child = spawn(process.execPath, [jest, '--config', 'test/jest.config.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_MYSQL_URL: server?.url ?? '' },
});
child.on('exit', async (code) => {
  await server?.stop();
  process.exit(code ?? 1);
});
