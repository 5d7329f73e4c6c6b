import { ApiError } from '@app/errors';
import type { Command } from 'commander';
import { type ImportReport, ImportService, toImportText } from '../../../api/src/admin/index.js';
import { withServices } from '../services/with-services.js';
import { addCommand, type OutputOptions, plain } from '../terminal/output.js';
import { openText } from '../terminal/text-input.js';
import { Progress } from './progress.js';
import { writeAll } from './write-all.js';

interface ImportFlags extends OutputOptions {
  dryRun?: boolean;
}

const HELP = `
Each line is a body of POST /api/admin/users, as "latchkey export" writes them. A failed line is printed with its
number and does not stop the import. After an interruption, run it again with the same file: lines that were imported
fail with EMAIL_ALREADY_IN_USE or UID_ALREADY_IN_USE, the others are added. Ctrl-C ends an import after the current batch.

Exit codes: 0 every line was imported, 1 some lines failed or the import was interrupted, 2 wrong usage.`;

export function addImport(program: Command): void {
  addCommand(program, 'import <file>', 'create users from the lines of a JSON file (NDJSON); - reads standard input')
    .option('--dry-run', 'only report what would happen')
    .addHelpText('after', HELP)
    .action(importUsers);
}

async function importUsers(file: string, { dryRun = false, json }: ImportFlags): Promise<void> {
  const { input, size } = await openText(file);
  // A second Ctrl-C ends the process at once.
  const interrupt = () => input.destroy(new ApiError('UNAVAILABLE', 'Interrupted.'));
  process.once('SIGINT', interrupt);
  const progress = new Progress(size, 'bytes', json);
  try {
    await withServices(async (get) => {
      const onProgress = ({ bytes }: { bytes: number }) => progress.reach(bytes);
      const report = await get(ImportService).run(input, { dryRun, onProgress });
      progress.end();
      try {
        await writeAll(process.stdout, json ? toImportText(report) : toText(report));
        if (json) process.stdout.write('\n');
        if (report.errors.count > 0) process.exitCode = 1;
      } finally {
        await report.errors.close();
      }
    });
  } finally {
    progress.end();
    process.off('SIGINT', interrupt);
    input.destroy();
  }
}

async function* toText({ batchId, created, errors }: ImportReport): AsyncGenerator<string> {
  for await (const { line, code, message } of errors) yield `line ${line}: ${code}: ${plain(message)}\n`;
  if (batchId === null)
    yield `Nothing was changed. It would create ${created} users, and ${errors.count} lines would fail.\n`;
  else yield `Import ${batchId}: created ${created} users, ${errors.count} lines failed.\n`;
}
