import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { find, freePort } from '../run/machine.mjs';
import { postgresAnswers, postgresUser } from './servers.mjs';

/** An older version refuses the setting. */
const PREPARED_FROM = 21;

/** Whether the installed PgBouncer can keep prepared statements of clients; undefined when none is installed. */
export function keepsPrepared() {
  const program = find('pgbouncer');
  if (!program) return undefined;
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(minor) >= PREPARED_FROM;
}

/**
 * A private PgBouncer before a PostgreSQL, which gives each transaction another connection; undefined when none is installed.
 * @param server the URL of the PostgreSQL
 * @param settings of the section `pgbouncer` that differ
 */
export async function startPooler(server, settings = {}) {
  const program = find('pgbouncer');
  if (!program) return undefined;
  const { hostname, port: serverPort, username } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pooler-'));
  const port = settings.listen_port ?? (await freePort());
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 1_000,
    // Few, so that the connections change hands.
    default_pool_size: 5,
    ...(keepsPrepared() && { max_prepared_statements: 0 }),
    ...settings,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const target = `* = host=${hostname} port=${serverPort || 5432} user=${username || 'postgres'}`;
  writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'));
  const { uid, gid } = postgresUser();
  if (uid !== undefined) for (const path of [folder, file]) chownSync(path, uid, gid);
  const child = spawn(program, ['--quiet', file], { cwd: folder, stdio: 'ignore', detached: true, uid, gid });
  const url = `postgres://postgres@127.0.0.1:${port}`;
  while (!(await postgresAnswers(`${url}/postgres`))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
