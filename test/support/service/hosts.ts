import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT, idle, unref } from './idle-processes.js';

const HOST = join(__dirname, 'host.mjs');
/** What host.mjs writes to both streams when a service has ended. */
const END = '\u0003';
/** Each service leaves some memory behind, so a process ends after this many. */
const MOST_SERVICES = 200;
/** Variables that change a process from its start, or that libraries read when they are loaded. */
const OF_PROCESSES = /^(?:NODE_|UV_|SSL_|TZ$|TMPDIR$|(?:HTTPS?|NO|ALL)_PROXY$)/i;

/** How many services a process had run before. */
const served = new WeakMap<ChildProcess, number>();

/** Whether a service with these settings can run in the process of an earlier one. The inbox ends with its process. */
export function canShare(settings: Record<string, string>): boolean {
  const names = Object.keys(settings);
  return idle !== undefined && settings.SMTP_URL !== '' && !names.some((name) => OF_PROCESSES.test(name));
}

/** Starts a service in a process that has run others before, or in a new one. */
export function startInHost(flags: string[], env: Record<string, string>, folder: string): ChildProcess {
  const host = takeIdle() ?? newHost(flags);
  host.send({ start: { env, folder } });
  return host;
}

/** Keeps a process for the next service. */
export function keepHost(host: ChildProcess): void {
  const count = (served.get(host) ?? 0) + 1;
  if (count < MOST_SERVICES) idle?.hosts.set(host, count);
  else host.kill('SIGKILL');
}

/** Passes on what a process writes, until it ends or the service in it has ended. Resolves with the exit code. */
export function follow(child: ChildProcess, write: (text: string) => void): Promise<number | null> {
  return new Promise((resolve) => {
    let ends = 0;
    const read = (text: string) => {
      ends += text.split(END).length - 1;
      write(text.replaceAll(END, ''));
      if (ends === 2) settle(0);
    };
    const onClose = () => settle(child.exitCode);
    const settle = (code: number | null) => {
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read);
      child.off('close', onClose);
      resolve(code);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read);
    child.once('close', onClose);
  });
}

/** The process that became idle last: the others are needed only when a file runs several services at once. */
function takeIdle(): ChildProcess | undefined {
  for (const [host, count] of [...(idle?.hosts ?? [])].reverse()) {
    idle?.hosts.delete(host);
    served.set(host, count);
    if (host.connected) return host;
  }
  return undefined;
}

function newHost(flags: string[]): ChildProcess {
  return unref(fork(HOST, { silent: true, execArgv: flags, cwd: tmpdir(), env: ENVIRONMENT }));
}
