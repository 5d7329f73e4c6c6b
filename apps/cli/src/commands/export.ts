import { Database } from '@app/database';
import { ExportService, OPERATOR } from '@app/flows';
import { User } from '@app/users';
import type { Command } from 'commander';
import { withServices } from '../services/with-services.js';
import { writePrivateFile } from '../terminal/input.js';
import { addCommand, type OutputOptions, plain, print, withProgress, writeAll } from '../terminal/output.js';

interface ExportFlags extends OutputOptions {
  includeHashes?: boolean;
  includeFactors?: boolean;
  output?: string;
}

const HELP = `
Writes a line of JSON for each user, as "latchkey import" reads it. With --output, standard output has the number of
users; without it, standard output has the lines, with and without --json.`;

export function addExport(program: Command): void {
  addCommand(program, 'export', 'write all users as lines of JSON (NDJSON)')
    .option('--include-hashes', 'with the password hashes; this is recorded in the event log')
    .option('--include-factors', 'with the second factors and their secrets; this is recorded in the event log')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .addHelpText('after', HELP)
    .action(exportUsers);
}

async function exportUsers({ output, json, ...flags }: ExportFlags): Promise<void> {
  const options = { withHashes: flags.includeHashes ?? false, withFactors: flags.includeFactors ?? false };
  const users = await withServices(async (get) => {
    // Lines on the terminal show the progress already.
    const watched = process.stderr.isTTY && !json && (output !== undefined || !process.stdout.isTTY);
    const expected = watched ? await get(Database).repo(User).count() : 0;
    return withProgress(expected, 'users', !watched, async (progress) => {
      const lines = await get(ExportService).run(options, OPERATOR);
      let count = 0;
      const onWritten = (text: string) => {
        count += text.split('\n').length - 1;
        progress.reach(count);
      };
      // The file is opened last: a failure before it must not empty an older export.
      if (output === undefined) await writeAll(process.stdout, lines, onWritten);
      else await writePrivateFile(output, lines, onWritten);
      return count;
    });
  });
  if (output !== undefined) print({ users, output }, { json }, () => [`${users} users are in ${plain(output)}.`]);
}
