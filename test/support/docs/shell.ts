import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs one file after the other, so that variables and the working folder are kept between blocks; the first failure
 * ends it.
 */
const SESSION = 'set -euo pipefail; while read -r -u 3 block; do source "$block" < /dev/null; echo >&4; done';

/** The time limit of a block, on a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * One bash for all commands of a reader, with no variable of the environment except PATH, and with the programs of its
 * folder first.
 */
export class Shell {
  private output = '';
  private readonly child: ChildProcess;
  private readonly finished: AsyncIterator<string>;
  private readonly ended: Promise<unknown>;
  private count = 0;

  constructor(private readonly folder: string) {
    const env = { PATH: `${folder}/.bin:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8' };
    this.child = spawn('bash', ['-c', SESSION], {
      cwd: folder,
      env,
      // A process group of its own, which also contains the background processes of a block.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'exit');
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.finished = createInterface(this.child.stdio[4] as Readable)[Symbol.asyncIterator]();
    (this.child.stdio[3] as Writable).on('error', () => undefined);
  }

  /**
   * The output of the commands, standard error included.
   * @throws the output, when a command fails
   */
  async run(commands: string): Promise<string> {
    this.output = '';
    const file = join(this.folder, `.block-${this.count++}.sh`);
    writeFileSync(file, commands);
    (this.child.stdio[3] as Writable).write(`${file}\n`);
    const ended = this.ended.then(() => ({ done: true }));
    const tooLong = sleep(TIMEOUT_MS, { done: true }, { ref: false });
    const done = await Promise.race([this.finished.next(), ended, tooLong]);
    // The last output may arrive shortly after the signal that the block has ended.
    await sleep(50);
    if (done.done) throw new Error(`${commands}\nfailed, or took too long, and wrote:\n${this.output}`);
    return this.output;
  }

  /** Ends the shell with all processes that it has started. */
  async stop(): Promise<void> {
    try {
      process.kill(-(this.child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has already ended, and no process is left.
    }
    await this.ended;
  }
}
