// Runs the built service again and again in one process, for hosts.ts: the start of a process and the first call of each
// function cost most of the CPU time of a short test. Each service has its own settings, folder, database and clock, and ends
// before the next one starts.
import { resolve } from 'node:path';
// Before the service is loaded.
import { resetClock } from './preloads/clock.mjs';
import './preloads/unoptimized.mjs';
import { runBundle } from '../../../apps/build/compiled.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** What hosts.ts reads as the end of a service, on both streams. No service writes this character. */
const END = '\u0003';
/** What a process without a service holds: its streams and its channel, and files that are being closed. */
const OWN = ['PipeWrap', 'FSReqCallback'];

const { exit } = process;
const umask = process.umask();
const { main } = runBundle(resolve(ROOT, 'dist/latchkey.cjs'));

/** The next service starts here only after one that has stopped as it should, and has closed all that it had opened. */
process.exit = (code = 0) => {
  resetClock();
  if (code !== 0 || process.getActiveResourcesInfo().some((name) => !OWN.includes(name))) exit(code);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  process.chdir(ROOT);
  for (const stream of [process.stdout, process.stderr]) stream.write(END);
};

process.on('message', ({ start }) => {
  if (!start) return;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, start.env);
  process.umask(umask);
  process.chdir(start.folder);
  main();
});
// The clock lets a process end that has nothing else to do.
process.channel.ref();
