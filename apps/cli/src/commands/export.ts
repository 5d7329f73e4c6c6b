import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Database } from '@app/database';
import { User } from '@app/users';
import type { Command } from 'commander';
import { ExportService } from '../../../api/src/admin/index.js';
import { withServices } from '../services/with-services.js';
import { addCommand, type OutputOptions, plain, print } from '../terminal/output.js';
import { Progress } from './progress.js';
import { writeAll } from './write-all.js';

interface ExportFlags extends OutputOptions {
  includeHashes?: boolean;
  output?: string;
}

const OWNER_ONLY = 0o600;

const HELP = `
Writes a line of JSON for each user, as "latchkey import" reads it. With --output, standard output has the number of
users; without it, standard output has the lines, with and without --json.`;

export function addExport(program: Command): void {
  addCommand(program, 'export', 'write all users as lines of JSON (NDJSON)')
    .option('--include-hashes', 'with the password hashes; this is recorded in the event log')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .addHelpText('after', HELP)
    .action(exportUsers);
}

async function exportUsers({ includeHashes = false, output, json }: ExportFlags): Promise<void> {
  const file = output === undefined ? undefined : await privateFile(output);
  const users = await withServices(async (get) => {
    // Lines on the terminal show the progress already.
    const watched = process.stderr.isTTY && !json && (file !== undefined || !process.stdout.isTTY);
    const progress = new Progress(watched ? await get(Database).repo(User).count() : 0, 'users', !watched);
    let count = 0;
    try {
      const lines = await get(ExportService).run(includeHashes);
      await writeAll(file ?? process.stdout, lines, (text) => {
        count += text.split('\n').length - 1;
        progress.reach(count);
      });
    } finally {
      progress.end();
    }
    return count;
  });
  if (file === undefined || output === undefined) return;
  file.end();
  await finished(file);
  print({ users, output }, { json }, () => [`${users} users are in ${plain(output)}.`]);
}

/** Opens a file that only its owner can read, also if it exists. */
async function privateFile(path: string): Promise<WriteStream> {
  const handle = await open(path, 'w', OWNER_ONLY);
  if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
  return createWriteStream(path, { fd: handle });
}
