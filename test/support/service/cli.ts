import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { has } from '../run/machine.mjs';
import { ENVIRONMENT, idle, SECRET, type Settings, unref } from './service.js';

/** `describe` on a machine with the program `script`, which makes a terminal, else `describe.skip`. */
export const describeOnTerminal = has('script') ? describe : describe.skip;

/** A question that a program asks, and what a person types then. */
export type Answer = [question: string, typed: string];

/** A program on a terminal. */
export class Terminal {
  /** All that the terminal has shown. */
  screen = '';
  private readonly child;
  private readonly closed: Promise<unknown[]>;

  constructor(words: string[], options: { cwd: string; env: Record<string, string> }, answers: Answer[] = []) {
    const command = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
    this.child = spawn('script', ['-qec', `exec ${command}`, '/dev/null'], options);
    this.closed = once(this.child, 'close');
    const open = [...answers];
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.screen += text;
      const [question, typed] = open[0] ?? [];
      if (question === undefined || !this.screen.includes(question)) return;
      open.shift();
      this.child.stdin.write(typed);
    });
  }

  /** The exit code, once the program has ended. */
  async exited(): Promise<number> {
    const [code] = await this.closed;
    return Number(code);
  }

  async stop(): Promise<void> {
    this.child.kill();
    await this.closed;
  }
}

const MAIN = resolve(__dirname, '../../../dist/cli.js');
const SERVER = resolve(__dirname, 'cli-server.mjs');

interface RunOptions {
  settings?: Settings;
  input?: string | Buffer;
}

/** The result of a command. */
export class Outcome {
  constructor(
    readonly code: number | null,
    readonly stdout: string,
    readonly stderr: string,
  ) {}

  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  get json(): any {
    return JSON.parse(this.stdout);
  }

  /** Standard error without the line that names the database. */
  get messages(): string {
    return this.stderr.replace(/^(?:latchkey: database |\{"database":).*\n/, '');
  }

  /** The failure in the output of `--json`. */
  get failure(): { code: string; message: string } {
    return JSON.parse(this.messages);
  }
}

/** A command for the process of cli-server.mjs. */
interface Command {
  words: string[];
  env: Record<string, string>;
  folder: string;
  input: string | Buffer;
}

/** A process that runs the commands of spec files, one after the other. */
class CommandServer {
  private readonly child =
    idle?.commands.pop() ?? unref(fork(SERVER, { silent: true, serialization: 'advanced', env: ENVIRONMENT }));
  private readonly ended = new AbortController();
  private last: Promise<unknown> = Promise.resolve();
  private log = '';

  constructor() {
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.setEncoding('utf8').on('data', this.read);
    this.child.once('close', this.onClose);
  }

  /** The outcome of a command, after those before it. */
  run(command: Command): Promise<Outcome> {
    const outcome = this.last.then(() => this.answer(command));
    this.last = outcome.catch(() => undefined);
    return outcome;
  }

  /** Leaves the process to the next spec file, after the last command. */
  async stop(): Promise<void> {
    await this.last;
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.off('data', this.read);
    this.child.off('close', this.onClose);
    if (idle && this.child.connected) idle.commands.push(this.child);
    else this.child.kill();
  }

  private readonly read = (text: string) => {
    this.log += text;
  };

  private readonly onClose = () => this.ended.abort();

  private async answer(command: Command): Promise<Outcome> {
    const answered = once(this.child, 'message', { signal: this.ended.signal }).catch(() => [undefined]);
    this.child.send(command);
    const [answer] = await answered;
    if (!answer) throw new Error(`The command "${command.words.join(' ')}" has ended its process:\n${this.log}`);
    return new Outcome(answer.code, answer.stdout, answer.stderr);
  }
}

let server: CommandServer | undefined;
afterAll(() => server?.stop());

/** The built command line, in an empty folder, with no variable of the environment of the test except PATH. */
export class Cli {
  /** @param folder the working folder */
  constructor(
    private readonly settings: Settings,
    readonly folder: string = mkdtempSync(join(tmpdir(), 'latchkey-cli-')),
  ) {}

  /** Runs a command in a process that all commands share. */
  run(words: string[], { settings = {}, input = '' }: RunOptions = {}): Promise<Outcome> {
    server ??= new CommandServer();
    return server.run({ words, env: this.environment(settings), folder: this.folder, input });
  }

  /** Runs a command in a process of its own: for what concerns the process, and for commands at the same time. */
  async runAlone(words: string[], { settings = {}, input = '' }: RunOptions = {}): Promise<Outcome> {
    const child = this.spawn(words, settings);
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin?.on('error', () => undefined).end(input);
    const [code] = await once(child, 'close');
    return new Outcome(code, stdout, stderr);
  }

  /** Starts a command without waiting for it. */
  spawn(words: string[], settings: Settings = {}): ChildProcess {
    return spawn(process.execPath, [MAIN, ...words], { cwd: this.folder, env: this.environment(settings) });
  }

  /** Starts a command on a terminal, on which a person answers questions. */
  onTerminal(words: string[], answers: Answer[]): Terminal {
    return new Terminal([MAIN, ...words], { cwd: this.folder, env: this.environment() }, answers);
  }

  private environment(settings: Settings = {}): Record<string, string> {
    const own = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', PASSWORD_MIN_SCORE: '0', AUTH_SECRET: SECRET };
    return { ...own, ...this.settings, ...settings };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Checks for a failure in one sentence, without a stack. */
export function expectRefusal({ code, stdout, messages }: Outcome, exitCode: number, words: RegExp): void {
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(messages).toMatch(words);
  expect(messages).not.toMatch(/\n\s+at /);
}

const WORDS = ['doctor', '--json'];

/** One line of the report of `latchkey doctor`. */
export interface Line {
  name: string;
  status: string;
  found: string;
  cure?: string;
}

export interface Report {
  code: number | null;
  /** The lines of one check. */
  of(name: string): Line[];
  /** The lines with a warning or a failure, as `status name`. */
  complaints: string[];
  text: string;
}

/** The report of `latchkey doctor` with these settings. */
export async function examine(cli: Cli, settings: Settings = {}): Promise<Report> {
  return reportOf(await cli.run(WORDS, { settings: { SMTP_URL: 'none', ...settings } }));
}

/** The same, of a process of its own. */
export async function examineAlone(cli: Cli, settings: Settings = {}): Promise<Report> {
  return reportOf(await cli.runAlone(WORDS, { settings: { SMTP_URL: 'none', ...settings } }));
}

function reportOf({ code, stdout, messages }: Outcome): Report {
  expect(messages).toBe('');
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Line[] };
  expect({ healthy, code }).toEqual({
    healthy: code === 0,
    code: checks.some((line) => line.status === 'fail') ? 1 : 0,
  });
  for (const { status, cure } of checks) if (status === 'fail') expect(cure).toMatch(/\S/);
  return {
    code,
    text: stdout,
    of: (name) => checks.filter((line) => line.name === name),
    complaints: checks
      // The latency of the database depends on the machine and its load.
      .filter(({ name, status }) => ['warn', 'fail'].includes(status) && `${status} ${name}` !== 'warn latency')
      .map(({ name, status }) => `${status} ${name}`),
  };
}
