import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Call, send } from '../http/http.js';
import { freePort } from '../run/machine.mjs';

interface IdleProcesses {
  /** Processes of host.mjs, and how many services each has run. */
  hosts: Map<ChildProcess, number>;
  /** Processes of cli-server.mjs. */
  commands: ChildProcess[];
}

const { idleProcesses } = globalThis as unknown as { idleProcesses?: () => IdleProcesses };

/** What runtime.cjs keeps for the next spec file; undefined for specs that run alone. */
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
function canShare(settings: Record<string, string>): boolean {
  const names = Object.keys(settings);
  return idle !== undefined && settings.SMTP_URL !== '' && !names.some((name) => OF_PROCESSES.test(name));
}

/** Starts a service in a process that has run others before, or in a new one. */
function startInHost(flags: string[], env: Record<string, string>, folder: string): ChildProcess {
  const host = takeIdle() ?? newHost(flags);
  host.send({ start: { env, folder } });
  return host;
}

/** Keeps a process for the next service. */
function keepHost(host: ChildProcess): void {
  const count = (served.get(host) ?? 0) + 1;
  if (count < MOST_SERVICES) idle?.hosts.set(host, count);
  else host.kill('SIGKILL');
}

/** Passes on what a process writes, until it ends or the service in it has ended. Resolves with the exit code. */
function follow(child: ChildProcess, write: (text: string) => void): Promise<number | null> {
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

const ROOT = resolve(__dirname, '../../..');
const MAIN = join(ROOT, 'dist/latchkey.js');
const UNBUNDLED = join(__dirname, 'unbundled.mjs');
const WATCHES = ['statements.mjs'];
const ALWAYS = ['clock.mjs', 'seldom-optimized.mjs'];
/** All cores are busy in a run: more threads for the collection of garbage would only cost time. */
const FLAGS = ['--single-threaded-gc'];
/** Shorter than the time limit of a test, so that the log is shown. */
const START_TIMEOUT_MS = 50_000;

export const SECRET = 'a secret for tests, long enough to be one';

export type Settings = Record<string, string>;

/**
 * The built service as a separate process, in an empty folder, with no variable of the environment of the test except
 * PATH.
 */
export class Service {
  private output = '';
  private ended = false;
  private asked: Promise<unknown> = Promise.resolve();
  /** Whether it has a message without an answer. */
  private asking = false;
  private readonly closed: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    /** Its working folder. */
    readonly folder: string,
    readonly url: string,
  ) {
    this.closed = follow(child, (text) => {
      this.output += text;
    }).then((code) => {
      this.ended = true;
      // The next service in the process would get the answer to a message of this one.
      if (child.connected && !this.asking) keepHost(child);
      else child.kill('SIGKILL');
      return code;
    });
  }

  /**
   * Starts it without waiting, with a file `.env` in its folder if one is given.
   * @param preloads names of scripts in `preloads` that Node loads before it
   * @param words its arguments
   */
  static async launch(
    settings: Settings,
    dotenv?: string,
    preloads: string[] = [],
    words: string[] = [],
  ): Promise<Service> {
    const { folder, env, url } = await prepare(settings);
    if (dotenv !== undefined) writeFileSync(join(folder, '.env'), dotenv);
    const child = fork(preloads.some((name) => WATCHES.includes(name)) ? UNBUNDLED : MAIN, words, {
      cwd: folder,
      env,
      silent: true,
      execArgv: [
        ...FLAGS,
        ...[...ALWAYS, ...preloads].flatMap((name) => ['--import', join(__dirname, 'preloads', name)]),
      ],
    });
    return new Service(child, folder, url);
  }

  /** Starts it and waits until it is ready. */
  static async start(settings: Settings, preloads?: string[]): Promise<Service> {
    return Service.ready(await Service.launch({ AUTH_SECRET: SECRET, ...settings }, undefined, preloads));
  }

  /** The same, in the process of a service that has ended, if the settings allow it. */
  static async startShared(settings: Settings): Promise<Service> {
    if (!canShare(settings)) return Service.start(settings);
    const { folder, env, url } = await prepare({ AUTH_SECRET: SECRET, ...settings });
    return Service.ready(new Service(startInHost(FLAGS, env, folder), folder, url));
  }

  private static async ready(service: Service): Promise<Service> {
    await service.untilReady().catch((error) => {
      service.signal('SIGKILL');
      throw error;
    });
    return service;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Its whole standard output and standard error so far. */
  get log(): string {
    return this.output;
  }

  /** The lines of the log for requests. */
  get requests(): Record<string, unknown>[] {
    const lines = this.output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  }

  get running(): boolean {
    return !this.ended && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @throws {Error} with the log when the service has ended */
  call(method: string, path: string, call: Call = {}): Promise<Answer> {
    return send(this.url, method, path, call).catch((cause) => {
      throw this.running ? cause : new Error(`The service has ended:\n${this.log}`, { cause });
    });
  }

  /** Sets its clock forward. */
  async advance(seconds: number): Promise<void> {
    await this.ask({ advance: seconds });
  }

  /** Stops its clock at a full second, except for `advance()`. Returns its time, in epoch seconds. */
  async freeze(): Promise<number> {
    return Number((await this.ask({ freeze: true })).now);
  }

  /** Sends requests while each look at the clock finds it later by these seconds, so that a request takes several of them. */
  async whileStepping<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    await this.ask({ step: seconds });
    try {
      return await work();
    } finally {
      await this.ask({ step: 0 });
    }
  }

  /** The answer of a script that was loaded before the service to a message, after those before it. Fails if the service has ended. */
  ask(message: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = this.asked.then(() => this.exchange(message));
    this.asked = answer.catch(() => undefined);
    return answer;
  }

  private async exchange(message: Record<string, unknown>): Promise<Record<string, unknown>> {
    const ended = () => {
      throw new Error('The service has ended.');
    };
    if (!this.running) ended();
    this.asking = true;
    const answered = once(this.child, 'message');
    await new Promise<void>((sent, fail) => {
      this.child.send(message, (error) => (error ? fail(error) : sent()));
    });
    const [answer] = await Promise.race([answered, this.closed.then(ended)]);
    this.asking = false;
    return answer;
  }

  async untilReady(): Promise<void> {
    // A refused connection costs much less than a failed request, and a start has many of them.
    await this.untilAccepts();
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    await this.until(async () => (await this.call('GET', '/health/ready', { signal })).status === 200);
  }

  /** Waits until its port is open: when it is ready, or after some seconds. */
  untilAccepts(): Promise<void> {
    return this.until(() => this.accepts());
  }

  /** Whether it accepts a connection. */
  private async accepts(): Promise<boolean> {
    const { port, hostname } = new URL(this.url);
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      return true;
    } finally {
      socket.destroy();
    }
  }

  /**
   * Waits until a condition holds; fails with the log after a timeout, or when the process ends.
   * @param pause milliseconds between two checks
   */
  async until(holds: () => Promise<boolean> | boolean, pause = 20): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await Promise.resolve(holds()).catch(() => false))) {
      if (!this.running || Date.now() > deadline)
        throw new Error(`The service did not reach the expected state:\n${this.log}`);
      await new Promise((next) => setTimeout(next, pause));
    }
  }

  /** Waits until its log has a text, which can arrive after an answer that was sent later. */
  logged(text: string): Promise<void> {
    return this.until(() => this.log.includes(text));
  }

  /** Its exit code, once it has ended by itself. */
  exited(): Promise<number | null> {
    return this.closed;
  }

  /** Sends it a signal without waiting. */
  signal(name: NodeJS.Signals): void {
    if (!this.ended) this.child.kill(name);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(signal);
    await this.closed;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The working folder of a service, its environment and its URL. */
async function prepare(settings: Settings): Promise<{ folder: string; env: Settings; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-run-'));
  const port = settings.PORT ?? String(await freePort());
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    BCRYPT_COST: '4',
    // Common passwords are still refused.
    PASSWORD_MIN_SCORE: '0',
    SMTP_URL: 'none',
    RATE_LIMIT: 'off',
    // In production a service waits for load balancers before it stops.
    SHUTDOWN_DELAY: '0',
    ...settings,
  };
  return { folder, env, url: `http://127.0.0.1:${port}` };
}

/**
 * Sets the clock of a service forward repeatedly until some work is done, also work that ends the service: for time
 * limits that begin at a moment which the test cannot know.
 * @param seconds the size of a step
 * @param pause milliseconds between two steps, for what a step causes
 */
export async function whileAdvancing<T>(service: Service, work: Promise<T>, seconds = 1, pause = 20): Promise<T> {
  let done = false;
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  void settled.then(() => {
    done = true;
  });
  while (!done) {
    // A service that has ended does not answer.
    await Promise.race([service.advance(seconds).catch(() => undefined), settled]);
    await sleep(pause);
  }
  return work;
}

/** A start waits for this database without a limit, so a refusal shows that the settings are checked first. */
const NOT_REACHED = 'mysql://root@127.0.0.1:1/auth';

/** The output of the service when these settings stop its start, without its log lines. */
export async function refusal(settings: Settings, dotenv?: string): Promise<string> {
  const usable = { DATABASE_URL: NOT_REACHED, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' };
  const service = await Service.launch({ ...usable, ...settings }, dotenv);
  try {
    expect(await service.exited()).toBe(1);
    expect(service.log).not.toMatch(/\n\s+at |\\n\s+at /);
    const lines = service.log.split('\n').filter((line) => !line.startsWith('{'));
    return lines.join('\n');
  } finally {
    await service.stop();
  }
}
