import { ImportBatchService, toImportView } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, print, table, time } from '../../terminal/output.js';

/** Enough to find the import of a lost id. */
const MOST = 100;

const HELP = `
Shows at most 100 imports, with the ids that --resume and "import undo" need, and how many users each still has. It counts them
in an index, which takes about a second for each million of imported users.`;

export function addList(command: Command): void {
  addCommand(command, 'list', 'list imports, newest first').addHelpText('after', HELP).action(list);
}

async function list(_own: OutputOptions, command: Command): Promise<void> {
  // The command import has the option, too, and takes it first.
  const { json } = command.optsWithGlobals<OutputOptions>();
  const { rows } = await withServices((get) => get(ImportBatchService).list({ limit: MOST }, { exactly: true }));
  const imports = rows.map(toImportView);
  print({ imports }, { json }, () =>
    imports.length === 0
      ? ['There is no import.']
      : table(
          ['ID', 'CREATED', 'BY', 'USERS'],
          imports.map(({ batch_id, created_at, created_by, created_by_name, users }) => [
            ...[batch_id, time(created_at), created_by_name ?? created_by, users],
          ]),
        ),
  );
}
