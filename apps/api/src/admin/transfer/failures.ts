import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ErrorCode } from '@app/errors';
import { v4 as uuidv4 } from 'uuid';

/** Why a line was not taken. Nothing of what stands in the line is in it. */
export interface Failure {
  line: number;
  code: ErrorCode;
  message: string;
}

const IN_MEMORY = 1_000;

/**
 * The failed lines of an import, in their order. There may be as many as there are lines: the first stand in memory,
 * what comes after in a file that nobody else can open, and that is gone with the process whatever happens to it.
 */
export class Failures {
  private readonly first: Failure[] = [];
  private waiting: string[] = [];
  private file: FileHandle | undefined;
  count = 0;

  async add(failures: Failure[]): Promise<void> {
    for (const failure of failures) {
      this.count += 1;
      if (this.first.length < IN_MEMORY) this.first.push(failure);
      else this.waiting.push(`${JSON.stringify(failure)}\n`);
    }
    if (this.waiting.length >= IN_MEMORY) await this.spill();
  }

  /** All of them, once no more are added. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Failure> {
    yield* this.first;
    if (this.file) {
      await this.spill();
      const input = this.file.createReadStream({ start: 0, autoClose: false });
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line);
    }
    for (const line of this.waiting) yield JSON.parse(line);
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }

  private async spill(): Promise<void> {
    this.file ??= await nameless();
    await this.file.appendFile(this.waiting.join(''));
    this.waiting = [];
  }
}

/** A file that has no name any more: it is removed when it is closed, also by the end of the process. */
async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `latchkey-import-${uuidv4()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
