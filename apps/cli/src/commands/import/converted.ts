import { ConvertedImportService, Lacks, OPERATOR, type Source, Staging, stageFile } from '@app/flows';
import { type Get, withServices } from '../../services/with-services.js';
import { openText } from '../../terminal/text-input.js';
import { Progress } from '../progress.js';
import { pairsOf, readSourceOptions } from './flags.js';
import type { ImportFlags } from './import-flags.js';
import { announceBatch, withInterrupt } from './interrupt.js';
import { writeReport } from './report.js';

/**
 * Imports the files of another product: reads all of them, and then imports the users that they describe. Large files take minutes
 * to read, so a database that cannot be opened is reported before.
 */
export async function importConverted(files: string[], source: Source, flags: ImportFlags): Promise<void> {
  const staging = new Staging({ joins: source.joins ?? false, assumesVerified: flags.assumeVerified ?? false });
  const lacks = new Lacks();
  try {
    // A mistake in an option is reported before any file is read.
    const providers = pairsOf('--provider', flags.provider);
    const options = await readSourceOptions(flags);
    await withServices(async (get) => {
      for (const path of files) {
        await readFile(path, { source, options, staging, name: files.length > 1 ? path : undefined, json: flags.json });
      }
      await importStaged(get, { staging, lacks, providers, flags });
    });
  } finally {
    staging.close();
    await lacks.close();
  }
}

type Reading = Parameters<typeof stageFile>[1] & { json?: boolean };

async function readFile(path: string, { json, ...reading }: Reading): Promise<void> {
  const { input, beginning, size } = await openText(path);
  const progress = new Progress(size, 'bytes', json);
  let bytes = 0;
  input.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    progress.reach(bytes);
  });
  try {
    await stageFile({ path, input, beginning }, reading);
  } finally {
    progress.end();
    input.destroy();
  }
}

interface Staged {
  staging: Staging;
  lacks: Lacks;
  providers: Map<string, string>;
  flags: ImportFlags;
}

async function importStaged(get: Get, { staging, lacks, providers, flags }: Staged): Promise<void> {
  const { dryRun = false, resume, json } = flags;
  const progress = new Progress(staging.count, 'users', json);
  const onProgress = ({ bytes: users }: { bytes: number }) => progress.reach(users);
  try {
    const options = { dryRun, by: OPERATOR, resume, onStart: announceBatch, onProgress };
    const run = () => get(ConvertedImportService).run({ staging, lacks, providers }, options);
    const report = await withInterrupt(() => staging.interrupt(), run);
    progress.end();
    const { omitted, withoutPassword } = lacks;
    const placeOf = (line: number) => staging.placeOf(line);
    await writeReport({ report, json, omitted, withoutPassword, placeOf });
  } finally {
    progress.end();
  }
}
