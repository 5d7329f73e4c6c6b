import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import type { Command } from 'commander';
import { type ImportReport, ImportService } from '../../../api/src/admin/transfer/import.service.js';
import { toImportText } from '../../../api/src/admin/transfer/transfer.dto.js';
import { Failure } from '../failure.js';
import { addCommand, type OutputOptions, plain } from '../output.js';
import { withServices } from '../service.js';
import { Progress } from './progress.js';
import { writeAll } from './write-all.js';

interface ImportFlags extends OutputOptions {
  dryRun?: boolean;
}

const ABOUT = `
Each line is a body of POST /api/admin/users, as "latchkey export" writes them. A line that fails is told with its
number and stops nothing. Run again with the same file after an interruption: lines that are in already fail with
EMAIL_ALREADY_IN_USE or UID_ALREADY_IN_USE, the rest is added. Ctrl-C ends an import after the lines in hand.

Exit codes: 0 every line was taken, 1 some lines failed or the import broke off, 2 wrong usage.`;

export function addImport(program: Command): void {
  addCommand(program, 'import <file>', 'make users of the lines of a file of JSON (NDJSON); - reads standard input')
    .option('--dry-run', 'only find out what would happen')
    .addHelpText('after', ABOUT)
    .action(importUsers);
}

async function importUsers(file: string, { dryRun = false, json }: ImportFlags): Promise<void> {
  const { input, size } = await source(file);
  // The second time it ends at once, as usual.
  const interrupt = () => input.destroy(new ApiError('UNAVAILABLE', 'Interrupted.'));
  process.once('SIGINT', interrupt);
  const progress = new Progress(size, 'bytes', json);
  try {
    await withServices(async (get) => {
      const onProgress = ({ bytes }: { bytes: number }) => progress.reach(bytes);
      const report = await get(ImportService).run(input, { dryRun, onProgress });
      progress.end();
      try {
        await writeAll(process.stdout, json ? toImportText(report) : inWords(report));
        if (json) process.stdout.write('\n');
        if (report.failures.count > 0) process.exitCode = 1;
      } finally {
        await report.failures.close();
      }
    });
  } finally {
    progress.end();
    process.off('SIGINT', interrupt);
    input.destroy();
  }
}

/** The bytes to read, and how many there are, as far as that is known. */
async function source(file: string): Promise<{ input: Readable; size?: number }> {
  if (file === '-') return { input: process.stdin };
  const handle = await open(file);
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Failure('FILE_UNUSABLE', `${plain(file)} is a folder.`);
  }
  return { input: handle.createReadStream(), size: stats.isFile() ? stats.size : undefined };
}

async function* inWords({ batchId, created, failures }: ImportReport): AsyncGenerator<string> {
  for await (const { line, code, message } of failures) yield `line ${line}: ${code}: ${plain(message)}\n`;
  if (batchId === null)
    yield `Nothing was changed. ${created} users would be made, ${failures.count} lines would fail.\n`;
  else yield `Import ${batchId}: ${created} users made, ${failures.count} lines failed.\n`;
}
