import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Database } from '@app/database';
import { User } from '@app/users';
import type { Command } from 'commander';
import { ExportService } from '../../../api/src/admin/transfer/export.service.js';
import { addCommand, type OutputOptions, plain, print } from '../output.js';
import { withServices } from '../service.js';
import { Progress } from './progress.js';
import { writeAll } from './write-all.js';

interface ExportFlags extends OutputOptions {
  includeHashes?: boolean;
  output?: string;
}

const OWNER_ONLY = 0o600;

const ABOUT = `
Writes a line of JSON for each user, as "latchkey import" reads it. With --output, standard output tells how many there
were; without it, the lines are what is written there, with and without --json.`;

export function addExport(program: Command): void {
  addCommand(program, 'export', 'write all users as lines of JSON (NDJSON)')
    .option('--include-hashes', 'with the hashes of their passwords; the event log tells of it')
    .option('--output <file>', 'into this file, for its owner only, in place of standard output')
    .addHelpText('after', ABOUT)
    .action(exportUsers);
}

async function exportUsers({ includeHashes = false, output, json }: ExportFlags): Promise<void> {
  const file = output === undefined ? undefined : await privateFile(output);
  const users = await withServices(async (get) => {
    // Lines that run over the terminal are progress enough.
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

/** A file that only its owner can read, also where it was there before. */
async function privateFile(path: string): Promise<WriteStream> {
  const handle = await open(path, 'w', OWNER_ONLY);
  if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
  return createWriteStream(path, { fd: handle });
}
