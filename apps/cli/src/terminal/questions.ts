import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CliError, usageError } from './cli-error.js';

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

/** Asks a question on the terminal. Only "y" and "yes" confirm. */
export async function confirm(question: string): Promise<boolean> {
  const answer = await askLines(process.stderr, (ask) => ask(question));
  return /^y(es)?$/i.test(answer?.trim() ?? '');
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
