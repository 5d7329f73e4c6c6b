import { ApiError } from '@app/errors';
import { ImportService, linesOf, OPERATOR, SOURCES } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { usageError } from '../../terminal/cli-error.js';
import { unusableFile } from '../../terminal/file-error.js';
import { addCommand } from '../../terminal/output.js';
import { openText } from '../../terminal/text-input.js';
import { Progress } from '../progress.js';
import { importConverted } from './converted.js';
import { addSourceOptions, checkFlags } from './flags.js';
import type { ImportFlags } from './import-flags.js';
import { announceBatch, withInterrupt } from './interrupt.js';
import { addList } from './list.js';
import { writeReport } from './report.js';
import { addUndo } from './undo.js';

const NDJSON = 'ndjson';

const HELP = `
Each line of NDJSON is a body of POST /api/admin/users, as "latchkey export" writes them. --from reads the export of another
product in its own form; docs/migrating.md has a guide for each. A failed record is printed with its place and does not stop
the import, and so is a part of a user that cannot come along. The first line on standard error has the id of the import.

After an interruption, run it again with the same files and --resume with that id: users that were created are counted and
not created again. Ctrl-C ends an import after the current batch. A file named "undo" or "list" needs its folder: ./undo.

Exit codes: 0 every line was imported, 1 some lines failed, there was none, or the import was interrupted, 2 wrong usage.`;

export function addImport(program: Command): void {
  const command = addCommand(program, 'import <file...>', 'create users from files; - reads standard input')
    .option('--from <source>', `${[...SOURCES.keys()].join(', ')}, or ${NDJSON}`, NDJSON)
    .option('--dry-run', 'only report what would happen')
    .option('--resume <batch>', 'continue the import with this id');
  addSourceOptions(command).addHelpText('after', HELP).action(importUsers);
  addList(command);
  addUndo(command);
}

async function importUsers(files: string[], flags: ImportFlags): Promise<void> {
  const { from, dryRun = false, resume } = flags;
  if (dryRun && resume !== undefined) throw usageError('--dry-run and --resume cannot be used together.');
  checkFlags(from, flags);
  if (new Set(files).size < files.length) throw usageError('A file is named twice.');
  const source = SOURCES.get(from);
  if (source) return importConverted(files, source, flags);
  if (from !== NDJSON) throw usageError(`--from must be ${[...SOURCES.keys(), NDJSON].join(', ')}.`);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw usageError('NDJSON is imported one file at a time.');
  await importLines(file, flags);
}

async function importLines(file: string, { dryRun = false, resume, json }: ImportFlags): Promise<void> {
  const { input, size, beginning } = await openText(file);
  if (beginning.toString('latin1').trimStart().startsWith('[')) {
    input.destroy();
    throw unusableFile(file, 'it is a list: write each user as an object in a line of its own');
  }
  const progress = new Progress(size, 'bytes', json);
  try {
    await withServices(async (get) => {
      const onProgress = ({ bytes }: { bytes: number }) => progress.reach(bytes);
      const options = { dryRun, by: OPERATOR, resume, onStart: announceBatch, onProgress };
      const interrupt = () => void input.destroy(new ApiError('UNAVAILABLE', 'Interrupted.'));
      const report = await withInterrupt(interrupt, () => get(ImportService).run(linesOf(input), options));
      progress.end();
      await writeReport({ report, json });
    });
  } finally {
    progress.end();
    input.destroy();
  }
}
