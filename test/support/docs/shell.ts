import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Takes one file after the other, so that variables and the working folder last from block to block; the first failure ends it. */
const SESSION = 'set -euo pipefail; while read -r -u 3 block; do source "$block" < /dev/null; echo >&4; done';

/** How long a block may take, on a machine with other things to do. */
const PATIENCE_MS = 120_000;

/** What a reader would type, in one bash, with nothing of our environment but the PATH, and what its folder puts before it. */
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
      // A group of its own, which what a block leaves running in the background belongs to as well.
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
   * What the commands have written, standard error included.
   * @throws what they have written, when one of them fails
   */
  async run(commands: string): Promise<string> {
    this.output = '';
    const file = join(this.folder, `.block-${this.count++}.sh`);
    writeFileSync(file, commands);
    (this.child.stdio[3] as Writable).write(`${file}\n`);
    const ended = this.ended.then(() => ({ done: true }));
    const tooLong = sleep(PATIENCE_MS, { done: true }, { ref: false });
    const done = await Promise.race([this.finished.next(), ended, tooLong]);
    // What was written last may arrive a moment after the sign that it was.
    await sleep(50);
    if (done.done) throw new Error(`${commands}\nfailed, or took too long, and wrote:\n${this.output}`);
    return this.output;
  }

  /** Ends it with all that it has started. */
  async stop(): Promise<void> {
    try {
      process.kill(-(this.child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended already, and left nothing running.
    }
    await this.ended;
  }
}
