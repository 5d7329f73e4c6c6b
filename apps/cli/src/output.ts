import type { Command } from 'commander';

/** What every command can be asked for. */
export interface OutputOptions {
  json?: boolean;
}

/** A command that does something, and can tell its result as JSON. */
export function addCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'the result as one JSON document; a failure as {"code", "message"} on standard error');
}

/** Whether JSON was asked for, also where the rest of the command line cannot be understood. */
export function wantsJson(words: string[] = process.argv): boolean {
  return words.includes('--json');
}

/** Writes the result of a command: as JSON, or in the words for people. */
export function print(result: unknown, { json }: OutputOptions, words: () => string[]): void {
  const lines = json ? [JSON.stringify(result, null, 2)] : words();
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Rows in aligned columns, the names of the columns first. */
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

/** One line for each field. */
export function fields(record: Record<string, unknown>): string[] {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record).map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`);
}

/** A value for a terminal: what others have typed must not steer it. */
export function plain(value: unknown): string {
  const text = value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(',') : String(value);
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A time in UNIX epoch seconds, for people. */
export function time(seconds: number | null): string {
  return seconds === null ? '-' : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

/** Ends without a word when whoever reads our output has seen enough, as in `latchkey export | head`. */
export function endQuietly(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}
