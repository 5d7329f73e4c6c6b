import { ImportBatchService } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, print } from '../../terminal/output.js';

export function addUndo(command: Command): void {
  addCommand(command, 'undo <batch>', 'remove the users of an import, except for those who have signed in').action(
    undo,
  );
}

async function undo(batchId: string, _own: OutputOptions, command: Command): Promise<void> {
  // The command import has the option, too, and takes it first.
  const { json } = command.optsWithGlobals<OutputOptions>();
  const result = await withServices((get) => get(ImportBatchService).undo(batchId));
  print(result, { json }, () => [`Removed ${result.removed} users; kept ${result.kept} who have signed in.`]);
}
