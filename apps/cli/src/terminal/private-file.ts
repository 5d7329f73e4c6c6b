import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileError, unusableFile } from './file-error.js';

const OWNER_ONLY = 0o600;

/** A file for output that only its owner can read, also if it exists already. */
export class PrivateFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly path: string,
  ) {}

  static async open(path: string): Promise<PrivateFile> {
    try {
      const handle = await open(path, 'w', OWNER_ONLY);
      if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
      return new PrivateFile(handle, path);
    } catch (error) {
      const noFolder = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw noFolder ? unusableFile(path, `there is no folder ${dirname(resolve(path))}`) : fileError(error, path);
    }
  }

  async write(text: string): Promise<void> {
    await this.handle.writeFile(text).catch((error) => {
      throw fileError(error, this.path);
    });
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Writes texts to a file that only its owner can read, one after the other. */
export async function writePrivateFile(
  path: string,
  texts: AsyncIterable<string>,
  onWritten: (text: string) => void = () => undefined,
): Promise<void> {
  const file = await PrivateFile.open(path);
  try {
    for await (const text of texts) {
      await file.write(text);
      onWritten(text);
    }
  } finally {
    await file.close();
  }
}
