import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';

/** The options of every command. */
export interface OutputOptions {
  json?: boolean;
}

/** Adds a command with the option `--json`. */
export function addCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option(
      '--json',
      'the result as one JSON document; a failure as {"code", "message"}, the last line of standard error',
    );
}

/** Whether `--json` is present, also in a command line that is otherwise invalid. */
export function wantsJson(words: string[] = process.argv): boolean {
  return words.includes('--json');
}

/** Prints the result of a command as JSON or as text. */
export function print(result: unknown, { json }: OutputOptions, toLines: () => string[]): void {
  const lines = json ? [JSON.stringify(result, null, 2)] : toLines();
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Formats rows in aligned columns, with the names of the columns first. */
export function table(names: string[], rows: unknown[][]): string[] {
  const cells = [names, ...rows.map((row) => row.map(plain))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A column of a list: a field, of which those that end in `_at` are times, or what it shows of a row. */
type Column<R> = (keyof R & string) | ((row: R) => unknown);

/** Formats rows as a table. */
export function tableOf<R>(rows: R[], columns: Record<string, Column<R>>): string[] {
  const cell = (row: R, column: Column<R>) => {
    if (typeof column === 'function') return column(row);
    return column.endsWith('_at') ? time(row[column] as number | null) : row[column];
  };
  const cells = rows.map((row) => Object.values(columns).map((column) => cell(row, column)));
  return table(Object.keys(columns), cells);
}

/** What a command lists: the answer for `--json`, its rows, and for an empty list a sentence. */
interface Listed<R> {
  answer: object;
  rows: R[];
  none: string;
}

/** Prints a list as JSON or as a table. */
export function printList<R>(
  { answer, rows, none }: Listed<R>,
  output: OutputOptions,
  columns: Record<string, Column<R>>,
): void {
  print(answer, output, () => (rows.length === 0 ? [none] : tableOf(rows, columns)));
}

/** Formats a record as one line per field. */
export function fields(record: Record<string, unknown>): string[] {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record).map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`);
}

/** A value for the terminal. Control characters are escaped: data of users could contain terminal commands. */
export function plain(value: unknown): string {
  const text = value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(',') : String(value);
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Formats UNIX epoch seconds as ISO 8601. */
export function time(seconds: number | null): string {
  return seconds === null ? '-' : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

/** Exits without an error message when the reader of the output closes the pipe, as in `latchkey export | head`. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}

/** Writes texts one after the other, and waits when the target is slower. */
export async function writeAll(
  target: Writable,
  texts: AsyncIterable<string>,
  onWritten: (text: string) => void = () => undefined,
): Promise<void> {
  for await (const text of texts) {
    if (!target.write(text)) await once(target, 'drain');
    onWritten(text);
  }
}

/** How often a line is written where there is no terminal. */
const LINE_MS = 10_000;

/** A progress bar on standard error; a line from time to time if that is no terminal. */
export class Progress {
  private readonly bar: SingleBar | undefined;
  private nextLine = Date.now() + LINE_MS;

  /** @param total undefined if it is unknown */
  constructor(
    private readonly total: number | undefined,
    private readonly unit: string,
    private readonly silent = false,
  ) {
    if (silent || !process.stderr.isTTY) return;
    const format =
      total === undefined ? `{value} ${unit}` : `{bar} {percentage}%  {value} of {total} ${unit}  {eta_formatted} left`;
    this.bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
    this.bar.start(total ?? 0, 0);
  }

  reach(value: number): void {
    if (this.bar) this.bar.update(value);
    else if (!this.silent && Date.now() >= this.nextLine) this.writeLine(value);
  }

  end(): void {
    this.bar?.stop();
  }

  private writeLine(value: number): void {
    this.nextLine = Date.now() + LINE_MS;
    const of = this.total === undefined ? '' : ` of ${this.total}`;
    process.stderr.write(`latchkey: ${value}${of} ${this.unit}\n`);
  }
}

/** Runs work that shows how far it is; what it shows ends with the work, also where that fails. */
export async function withProgress<T>(
  total: number | undefined,
  unit: string,
  silent: boolean | undefined,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(total, unit, silent);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
