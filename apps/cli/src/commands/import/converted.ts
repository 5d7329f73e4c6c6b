import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { ImportedHashes } from '@app/users';
import { ImportErrors, ImportService, toNewPasskey, toNewTotp } from '../../../../api/src/admin/index.js';
import { stageFile } from '../../converters/conversion.js';
import { providerFinder } from '../../converters/providers.js';
import type { Omission, WithoutPassword } from '../../converters/record/part.js';
import type { Source } from '../../converters/record/source.js';
import { Staging } from '../../converters/staging/staging.js';
import { type Get, withServices } from '../../services/with-services.js';
import { openText } from '../../terminal/text-input.js';
import { Progress } from '../progress.js';
import { pairsOf, readSourceOptions } from './flags.js';
import type { ImportFlags } from './import-flags.js';
import { announceBatch, withInterrupt } from './interrupt.js';
import { type Lacks, type LineOmission, type LineWithoutPassword, writeReport } from './report.js';

const FACTORS = { totp: toNewTotp, passkeys: toNewPasskey };

/** Imports the files of another product: reads all of them, and then imports the users that they describe. */
export async function importConverted(files: string[], source: Source, flags: ImportFlags): Promise<void> {
  const staging = new Staging({ joins: source.joins ?? false, assumesVerified: flags.assumeVerified ?? false });
  const lacks = { omitted: new ImportErrors<LineOmission>(), withoutPassword: new ImportErrors<LineWithoutPassword>() };
  try {
    // A mistake in an option is reported before any file is read.
    const providers = pairsOf('--provider', flags.provider);
    const options = await readSourceOptions(flags);
    for (const path of files) {
      await readFile(path, { source, options, staging, name: files.length > 1 ? path : undefined, json: flags.json });
    }
    await withServices((get) => importStaged(get, { staging, lacks, providers, flags }));
  } finally {
    staging.close();
    await lacks.omitted.close();
    await lacks.withoutPassword.close();
  }
}

type Reading = Parameters<typeof stageFile>[1] & { json?: boolean };

async function readFile(path: string, { json, ...reading }: Reading): Promise<void> {
  const { input, beginning, size } = await openText(path, true);
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
  const existing = new Set((await get(Providers).list()).map(({ id }) => id));
  const hashes = get(ImportedHashes);
  const target = {
    problemOf: (hash: string) => problemWith(() => hashes.judge(hash)),
    problemOfFactor: (list: 'totp' | 'passkeys', factor: object) => problemWith(() => FACTORS[list](factor, list)),
    providerOf: providerFinder(existing, providers),
    waysIn: waysInOf(get(Env)),
  };
  const note = async (line: number, parts: Omission[], without?: WithoutPassword) => {
    await lacks.omitted.add(parts.map((part) => ({ line, ...part })));
    if (without) await lacks.withoutPassword.add([{ line, ...without }]);
  };
  const progress = new Progress(staging.count, 'users', json);
  const onProgress = ({ bytes: users }: { bytes: number }) => progress.reach(users);
  try {
    const lines = staging.lines(target, note);
    const options = { dryRun, resume, onStart: announceBatch, onProgress };
    const run = () => get(ImportService).run(lines, options);
    const report = await withInterrupt(() => staging.interrupt(), run);
    progress.end();
    await writeReport({ report, json, withTables: true, ...lacks, placeOf: (line) => staging.placeOf(line) });
  } finally {
    progress.end();
  }
}

/** How users without a password sign in: by a link, a code or a reset in an email, or once more by their old password. */
function waysInOf({ mailConfigured, migration }: Env): string[] {
  return [...(mailConfigured ? ['email'] : []), ...(migration ? ['MIGRATION_URL'] : [])];
}

/** Why a part of a user would be refused, in the words of the service. */
function problemWith(judge: () => unknown): Omission | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
