// Runs the tests on the built service: the projects of jest.config.mjs in parallel, then the project `alone` serially. The project
// `published` runs only when it is selected.
// All arguments are passed to Jest.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPooler } from '../database/pooler.mjs';
import { createTemplate, findMysql, findPostgres, migrate, migratedSchema } from '../database/servers.mjs';
import { missing, runFolder } from './machine.mjs';

const PARALLEL = ['unit', 'once', 'sqlite', 'mysql', 'postgres'];
const ALONE = 'alone';
/** The projects that need a server. */
const SERVERS = { mysql: findMysql, postgres: findPostgres };
/** The exit code of shells for a process that was ended by SIGINT. */
const INTERRUPTED = 130;
/** Linux counts the CPU time of a process and of its children in it. */
const STATISTICS = '/proc/self/stat';
const TICKS_PER_SECOND = 100;
/** The processes that the workers of Jest have kept end shortly after them. */
const LAST_PROCESSES_MS = 300;
/** The rule of CONTRIBUTING.md. */
const MOST_CPU_SECONDS = 1_350;
const JEST = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');

const { selected, others } = parse(process.argv.slice(2));
const folder = runFolder();
const disk = tmpdir();
process.env.TMPDIR = folder;
const [mysql, postgres] = await Promise.all(
  Object.entries(SERVERS).map(([name, start]) => (selected.includes(name) ? start() : undefined)),
);
const pooler = postgres && process.env.TEST_POSTGRES_POOLER ? await startPooler(postgres.url) : undefined;
const gaps = [
  ...(selected.includes('mysql') && !mysql
    ? ['No MySQL or MariaDB: TEST_MYSQL_URL is not set, and no mariadbd or mysqld is in PATH. SKIPPED: all on MySQL.']
    : []),
  ...(selected.includes('postgres') && !postgres
    ? [
        'No PostgreSQL: TEST_POSTGRES_URL is not set, and no initdb and postgres were found. SKIPPED: all on PostgreSQL.',
      ]
    : []),
  ...(process.env.TEST_POSTGRES_POOLER && !pooler ? ['No pgbouncer. SKIPPED: the pooler before PostgreSQL.'] : []),
  ...missing({ mysql: mysql !== undefined }),
];

const env = {
  ...process.env,
  TEST_MYSQL_URL: mysql?.url ?? '',
  TEST_POSTGRES_URL: postgres?.url ?? '',
  TEST_POSTGRES_POOLER: pooler?.url ?? '',
  TEST_DISK: disk,
  TEST_RUN: folder,
  TEST_COUNTS: join(folder, 'counts'),
  TEST_CPU_TIME: join(folder, 'cpu-time'),
  TEST_MYSQL_SCHEMA: join(folder, 'mysql-schema.json'),
  TEST_POSTGRES_TEMPLATE: `latchkey_template_${randomBytes(6).toString('hex')}`,
  TEST_SQLITE_FILE: join(folder, 'migrated.sqlite'),
};

let dropTemplate;
process.exitCode = 1;
try {
  warn();
  if (gaps.length === 0 || process.env.CI !== 'true') process.exitCode = await runAll();
} finally {
  await dropTemplate?.();
  await Promise.all([mysql?.stop(), pooler?.stop(), postgres?.stop()]);
  await sleep(LAST_PROCESSES_MS);
  const kept = keptSeconds();
  rmSync(folder, { recursive: true, force: true });
  if (existsSync(STATISTICS))
    process.stdout.write(
      `CPU time of the tests: ${Math.round(cpuSeconds() + kept)} s${isWhole() ? `, of at most ${MOST_CPU_SECONDS} s` : ''}\n`,
    );
}

async function runAll() {
  await migrateOnce();
  const started = { mysql, postgres };
  const parallel = selected.filter((name) => name !== ALONE && (!(name in SERVERS) || started[name]));
  const output = others.find((word) => word.startsWith('--outputFile='))?.slice('--outputFile='.length);
  // Jest takes one of the two.
  const workers = others.some((word) => word.startsWith('--maxWorkers'));
  const codes = [];
  if (parallel.length > 0) codes.push(await jest(['--selectProjects', ...parallel]));
  const first = output && existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : undefined;
  if (codes.includes(INTERRUPTED)) return INTERRUPTED;
  if (selected.includes(ALONE))
    codes.push(await jest(['--selectProjects', ALONE, ...(workers ? [] : ['--runInBand'])]));
  if (first && output) merge(output, first);
  warn();
  process.stdout.write(`\n${existsSync(env.TEST_COUNTS) ? readFileSync(env.TEST_COUNTS, 'utf8') : ''}`);
  return Math.max(...codes);
}

/** What the databases of the tests are copied from. */
async function migrateOnce() {
  if (mysql) writeFileSync(env.TEST_MYSQL_SCHEMA, JSON.stringify(await migratedSchema(mysql.url)));
  if (postgres) dropTemplate = await createTemplate(postgres.url, env.TEST_POSTGRES_TEMPLATE);
  if (selected.some((name) => name !== 'unit' && !(name in SERVERS))) migrate(`sqlite:${env.TEST_SQLITE_FILE}`);
}

async function jest(words) {
  // The other arguments come last, because all words after `--` are patterns.
  const all = [JEST, ...words, '--config', 'test/jest.config.mjs', '--passWithNoTests', ...others];
  // The workers have the flags of Jest. All cores are busy: more threads for the collection of garbage would only cost time.
  const child = spawn(process.execPath, ['--single-threaded-gc', ...all], { stdio: 'inherit', env });
  // Jest ends first; then this process stops the database and removes the folder.
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, forward);
  const [code] = await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
  return code ?? INTERRUPTED;
}

/** The CPU time of the processes that the workers of Jest have kept until their end. */
function keptSeconds() {
  if (!existsSync(env.TEST_CPU_TIME)) return 0;
  const times = readFileSync(env.TEST_CPU_TIME, 'utf8').split('\n');
  return times.reduce((sum, microseconds) => sum + Number(microseconds), 0) / 1_000_000;
}

/** The CPU time of all other processes of the run, unlike its duration independent of other work on the machine. */
function cpuSeconds() {
  // The name of the program, in brackets, may contain spaces.
  const fields = readFileSync(STATISTICS, 'utf8').split(') ').at(-1).split(' ');
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

function isWhole() {
  return [...PARALLEL, ALONE].every((name) => selected.includes(name)) && others.every((word) => word.startsWith('-'));
}

/** Prints what is not tested on this machine. */
function warn() {
  const line = '!'.repeat(100);
  if (gaps.length > 0) process.stderr.write(`\n${line}\n${gaps.join('\n')}\n${line}\n\n`);
}

/** The projects after `--selectProjects`, or all projects, and the other arguments. */
function parse(words) {
  const start = words.indexOf('--selectProjects');
  if (start < 0) return { selected: [...PARALLEL, ALONE], others: words };
  const length = words.slice(start + 1).findIndex((word) => word.startsWith('-'));
  const end = length < 0 ? words.length : start + 1 + length;
  return { selected: words.slice(start + 1, end), others: [...words.slice(0, start), ...words.slice(end)] };
}

/** Merges the results of both runs in the file of `--json`. */
function merge(output, first) {
  const second = JSON.parse(readFileSync(output, 'utf8'));
  if (second.startTime === first.startTime) return;
  const totals = Object.keys(first).filter((name) => name.startsWith('num'));
  const sums = Object.fromEntries(totals.map((name) => [name, first[name] + second[name]]));
  const testResults = [...first.testResults, ...second.testResults];
  writeFileSync(output, JSON.stringify({ ...first, ...sums, success: first.success && second.success, testResults }));
}
