import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { problemOfText, withoutMark } from '@app/flows';
import { CliError, fileError, unusableFile, usageError } from './errors.js';

const OWNER_ONLY = 0o600;

/** Opens a file for output that only its owner can read, also if it exists already. */
async function openPrivate(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, 'w', OWNER_ONLY);
    if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
    return handle;
  } catch (error) {
    const noFolder = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw noFolder ? unusableFile(path, `there is no folder ${dirname(resolve(path))}`) : fileError(error, path);
  }
}

/** Writes texts to a file that only its owner can read, one after the other. */
export async function writePrivateFile(
  path: string,
  texts: AsyncIterable<string>,
  onWritten: (text: string) => void = () => undefined,
): Promise<void> {
  const file = await openPrivate(path);
  try {
    for await (const text of texts) {
      await file.writeFile(text).catch((error) => {
        throw fileError(error, path);
      });
      onWritten(text);
    }
  } finally {
    await file.close();
  }
}

/** More than the longest password needs. */
const MOST_BYTES = 4_096;

/** A password: typed twice without echo on a terminal, otherwise the one line of standard input. */
export function readPassword(): Promise<string> {
  return readSecret('Password');
}

/** A secret, read like a password. @param name for the question */
export function readSecret(name: string): Promise<string> {
  return process.stdin.isTTY ? askTwice(name) : readInput(name.toLowerCase());
}

/** Asks a question on the terminal. Only "y" and "yes" confirm. @param refused what is said after another answer */
export async function confirm(question: string, refused: string): Promise<void> {
  const answer = await askLines(process.stderr, (ask) => ask(question));
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CliError('NOT_CONFIRMED', refused);
}

async function askTwice(name: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const [first, second] = await askLines(silent, async (ask) => {
    const text = await ask(`${name}: `);
    return [text, text === undefined ? undefined : await ask(`The same ${name.toLowerCase()} again: `)];
  });
  if (first === undefined || second === undefined) throw notChanged(`no ${name.toLowerCase()} was entered`);
  if (first !== second) throw notChanged(`the two ${name.toLowerCase()}s differ`);
  return first;
}

/** The answer to a question; undefined after Ctrl-C and at the end of the input. */
type Ask = (question: string) => Promise<string | undefined>;

/** @param echo shows what a person types */
async function askLines<T>(echo: Writable, work: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      if (done || echo !== process.stderr) process.stderr.write('\n');
      return done ? undefined : value;
    });
  } finally {
    terminal.close();
  }
}

function notChanged(reason: string): CliError {
  return new CliError('NOT_CONFIRMED', `${reason}, so nothing was changed.`);
}

async function readInput(name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw usageError(`standard input is too long for a ${name}.`);
  }
  const password = decode(Buffer.concat(chunks), name).replace(/\r?\n$/, '');
  if (password === '') throw usageError(`standard input has no ${name}. Enter it there, or use a terminal.`);
  if (/[\r\n]/.test(password)) throw usageError(`standard input must have one line, the ${name}.`);
  return password;
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`the ${name} on standard input is not valid UTF-8.`);
  }
}

/** A text to read, and its size if it is known. */
interface TextInput {
  input: Readable;
  size?: number;
  /** Its first bytes, which are in the stream, too. */
  beginning: Buffer;
}

/** Opens a file, or standard input for `-`, that must have text in UTF-8. A byte order mark is removed. */
export async function openText(path: string): Promise<TextInput> {
  const text = path === '-' ? { input: process.stdin } : await openFile(path);
  try {
    const beginning = withoutMark(await readBeginning(text.input, path));
    const problem = problemOfText(beginning);
    if (problem !== undefined) throw unusableFile(path, problem);
    text.input.unshift(beginning);
    return { ...text, beginning };
  } catch (error) {
    text.input.destroy();
    throw error;
  }
}

async function openFile(path: string): Promise<Omit<TextInput, 'beginning'>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stats = await handle.stat();
    return { input: handle.createReadStream(), size: stats.isFile() ? stats.size : undefined };
  } catch (error) {
    await handle?.close();
    throw fileError(error, path);
  }
}

async function readBeginning(input: Readable, path: string): Promise<Buffer> {
  try {
    await once(input, 'readable');
  } catch (error) {
    throw fileError(error, path);
  }
  const first: Buffer | null = input.read();
  if (first === null) throw unusableFile(path, 'it is empty');
  return first;
}
