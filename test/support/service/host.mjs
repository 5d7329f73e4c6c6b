// Runs the built service again and again in one process, for service.ts: the start of a process and the first call of each
// function cost most of the CPU time of a short test. Each service has its own settings, folder, database and clock, and ends
// before the next one starts.
import { subscribe } from 'node:diagnostics_channel';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// Before the service is loaded.
import { resetClock } from './preloads/clock.mjs';
import './preloads/seldom-optimized.mjs';
import { runBundle } from '../../../apps/build/compiled.mjs';
import { addCpuTime } from '../run/machine.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** What service.ts reads as the end of a service, on both streams. No service writes this character. */
const END = '\u0003';
/** What a process without a service holds: its streams and its channel. */
const OWN = ['PipeWrap', 'FSReqCallback', 'Immediate'];
/** How long a service takes at most to release what it has closed. */
const RELEASE_MS = 500;
const PAUSE_MS = 2;

addCpuTime();
const { exit } = process;
const umask = process.umask();
const { main } = runBundle(resolve(ROOT, 'dist/latchkey.cjs'));

/** The connections that the service has opened, for example to a mail server. They end with a process. */
const connections = new Set();
subscribe('net.client.socket', ({ socket }) => {
  connections.add(socket);
  socket.once('close', () => connections.delete(socket));
});

const holdsMore = () => process.getActiveResourcesInfo().some((name) => !OWN.includes(name));

/** The process goes on only after a service that has stopped without an error and has closed all that it had opened. */
process.exit = (code = 0) => {
  if (code !== 0) exit(code);
  resetClock();
  for (const connection of connections) connection.destroy();
  void waitForNext();
};

async function waitForNext() {
  for (let waited = 0; holdsMore(); waited += PAUSE_MS) {
    if (waited > RELEASE_MS) exit(0);
    await sleep(PAUSE_MS);
  }
  // Work that failed when its connection ended may have started a timer.
  resetClock();
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  process.chdir(ROOT);
  for (const stream of [process.stdout, process.stderr]) stream.write(END);
}

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
