import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

interface IdleProcesses {
  /** Processes of host.mjs, and how many services each has run. */
  hosts: Map<ChildProcess, number>;
  /** Processes of cli-server.mjs. */
  commands: ChildProcess[];
}

const { idleProcesses } = globalThis as unknown as { idleProcesses?: () => IdleProcesses };

/** What environment.mjs keeps for the next spec file; undefined for specs that run alone. */
export const idle: IdleProcesses | undefined = idleProcesses?.();

/** The environment of a process that is kept. */
export const ENVIRONMENT = { PATH: process.env.PATH, TEST_CPU_TIME: process.env.TEST_CPU_TIME };

/** Lets the worker of Jest end although it keeps this process, which ends with it. */
export function unref(child: ChildProcess): ChildProcess {
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket).unref();
  return child;
}
