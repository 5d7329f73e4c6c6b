import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { has } from '../run/machine.mjs';

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
