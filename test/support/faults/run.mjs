// Puts one fault at a time into copies of the product, builds them, and runs the specs that should find it.
//   node test/support/faults/run.mjs [--json FILE] [number of a fault ...]
// Prints the first test that fails for each fault, and exits with 1 if a fault fails no test.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { FAULTS } from './list.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const call = promisify(execFile);

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const wanted = positionals.map(Number);
const left = FAULTS.map((fault, index) => [index + 1, fault]).filter(
  ([number]) => wanted.length === 0 || wanted.includes(number),
);
const results = [];

await Promise.all(Array.from({ length: Math.min(availableParallelism(), left.length) }, inCopy));

results.sort((one, other) => one.number - other.number);
const missed = results.filter(({ caught }) => caught === null);
process.stdout.write(`${results.length - missed.length} of ${results.length} faults are caught\n`);
for (const { number, what } of missed) process.stdout.write(`  NOT ${number}. ${what}\n`);
if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2));
process.exitCode = missed.length === 0 ? 0 : 1;

/** Works through the faults that are left, in a copy of its own. */
async function inCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-faults-'));
  try {
    await call('git', ['clone', '--quiet', ROOT, copy]);
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await call('npm', ['run', '--silent', 'build'], { cwd: copy });
    for (let next = left.shift(); next; next = left.shift()) results.push(await seed(copy, ...next));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function seed(copy, number, { what, specs, database, changes }) {
  const undo = changes.map((change) => put(copy, change));
  try {
    for (const step of ['compile', 'bundle']) await call('node', [`apps/build/${step}.mjs`], { cwd: copy });
    const caught = await firstFailure(copy, changes[0].file, specs, database);
    process.stdout.write(`${number}. ${what}: ${caught ?? 'NONE'}\n`);
    return { number, what, database: database ?? null, caught };
  } finally {
    for (const step of undo) step();
  }
}

/** Makes a change in a source. Returns what takes it back. */
function put(copy, { file, text: part, replacement }) {
  const source = join(copy, file);
  const sound = readFileSync(source, 'utf8');
  if (sound.split(part).length !== 2) throw new Error(`${file} does not have "${part}" once.`);
  writeFileSync(source, sound.replace(part, replacement));
  return () => writeFileSync(source, sound);
}

/** The first test that fails, as `file: title`, or null. */
async function firstFailure(copy, file, specs, database) {
  const onServer = database === 'mysql' || database === 'postgres';
  const projects = ['--selectProjects', ...(onServer ? [database] : ['once', 'sqlite', 'alone'])];
  const flags = ['--bail', '--silent', '--maxWorkers=1'];
  const words = ['test/support/run/run.mjs', ...specs.map((spec) => `test/.*${spec}`), ...flags, ...projects];
  // A fault in a rare chain of steps needs many random sequences.
  const env = { ...process.env, LONG: specs.includes('property') ? '1' : '' };
  const child = spawn(process.execPath, words, { cwd: copy, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = await ended;
  const [, failure = null] = /^ {2}FAILED \S+ (.+)$/m.exec(output) ?? [];
  if (failure !== null || code === 0) return failure;
  // A database that cannot be prepared stops the run before its first test.
  if (file.startsWith('libs/database/') && !output.includes('Tests:')) return 'the tables for the tests';
  throw new Error(`The tests did not run:\n${output}`);
}
