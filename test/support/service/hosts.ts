import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOST = join(__dirname, 'host.mjs');
/** What host.mjs writes to both streams when a service has ended. */
const END = '\u0003';
/** Each service leaves some memory behind, so a process ends after this many. */
const MOST_SERVICES = 25;
/** Variables that change a process from its start, or that libraries read when they are loaded. */
const OF_PROCESSES = /^(NODE_|UV_|SSL_|TZ$)|_PROXY$/i;

/** Processes without a service, and how many each has run: environment.mjs keeps them for the next spec file. */
const { idleHosts } = globalThis as unknown as { idleHosts?: () => Map<ChildProcess, number> };
const served = new WeakMap<ChildProcess, number>();

/** Whether a service with these settings can run in the process of an earlier one. */
export function canShare(settings: Record<string, string>): boolean {
  return idleHosts !== undefined && !Object.keys(settings).some((name) => OF_PROCESSES.test(name));
}

/** Starts a service in a process that has run others before, or in a new one. */
export function startInHost(flags: string[], env: Record<string, string>, folder: string): ChildProcess {
  const host = idle() ?? newHost(flags);
  host.send({ start: { env, folder } });
  return host;
}

/** Keeps a process for the next service. */
export function keepHost(host: ChildProcess): void {
  const count = (served.get(host) ?? 0) + 1;
  if (count < MOST_SERVICES) idleHosts?.().set(host, count);
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

function idle(): ChildProcess | undefined {
  for (const [host, count] of idleHosts?.() ?? []) {
    idleHosts?.().delete(host);
    served.set(host, count);
    if (host.connected) return host;
  }
  return undefined;
}

function newHost(flags: string[]): ChildProcess {
  const host = fork(HOST, { silent: true, execArgv: flags, cwd: tmpdir(), env: { PATH: process.env.PATH } });
  // A worker of Jest ends although it keeps processes, which end with it.
  host.unref();
  host.channel?.unref();
  for (const stream of [host.stdout, host.stderr]) (stream as Socket).unref();
  return host;
}
