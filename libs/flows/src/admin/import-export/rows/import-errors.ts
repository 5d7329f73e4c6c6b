import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ApiError, ErrorCode } from '@app/errors';
import { v4 as uuidv4 } from 'uuid';

/** Why a line failed. Of its values, only harmless ones are in the message. */
export interface ImportError {
  line: number;
  code: ErrorCode;
  message: string;
}

export function toImportError(line: number, { code, message }: ApiError): ImportError {
  return { line, code, message };
}

const MAX_IN_MEMORY = 1_000;

/**
 * The failed lines of an import, or others to report, in their order. There may be millions: the first ones are kept in memory, the others in
 * a file without a name, which other users cannot open and which the system removes when the process ends.
 */
export class ImportErrors<T extends { line: number } = ImportError> {
  private readonly first: T[] = [];
  private waiting: string[] = [];
  private file: FileHandle | undefined;
  count = 0;

  async add(errors: T[]): Promise<void> {
    for (const error of errors) {
      this.count += 1;
      if (this.first.length < MAX_IN_MEMORY) this.first.push(error);
      else this.waiting.push(`${JSON.stringify(error)}\n`);
    }
    if (this.waiting.length >= MAX_IN_MEMORY) await this.spill();
  }

  /** Reads all errors. To be called after the last `add`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* this.first;
    if (this.file) {
      await this.spill();
      const input = this.file.createReadStream({ start: 0, autoClose: false });
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line);
    }
    for (const line of this.waiting) yield JSON.parse(line);
  }

  /** The entries of lines that are not in another list. Both are in the order of their lines. */
  async *except(others: ImportErrors<{ line: number }>): AsyncGenerator<T> {
    const rest = others[Symbol.asyncIterator]();
    let other = await rest.next();
    for await (const entry of this) {
      while (!other.done && other.value.line < entry.line) other = await rest.next();
      if (other.done || other.value.line !== entry.line) yield entry;
    }
    await rest.return(undefined);
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }

  private async spill(): Promise<void> {
    this.file ??= await openNamelessFile();
    await this.file.appendFile(this.waiting.join(''));
    this.waiting = [];
  }
}

/** A file whose name was removed. The system deletes it when it is closed, also at the end of the process. */
async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `latchkey-import-${uuidv4()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
