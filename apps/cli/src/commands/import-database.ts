import {
  type DatabaseLocation,
  describeLocation,
  loadCliEnv,
  loadDatabaseLocation,
  SecretBox,
  SettingsError,
} from '@app/config';
import { DatabaseCopy } from '@app/database';
import { KEY_SEAL } from '@app/tokens';
import { announceDatabase, CliError, usageError } from '../terminal/errors.js';
import { readSecret } from '../terminal/input.js';
import { type OutputOptions, print, table, withProgress } from '../terminal/output.js';

/**
 * Copies another database of the service into that of `DATABASE_URL`. It needs no services: they would prepare the database, and write to it.
 * @param url of the other database; `-` reads it from standard input, since other users can read the arguments of a process
 */
export async function importDatabase(url: string, { json }: OutputOptions): Promise<void> {
  const to = loadDatabaseLocation();
  const from = locationOf(url === '-' ? await readSecret('URL of the other database') : url);
  announceDatabase(to);
  if ([from, to].some((location) => location.type === 'sqlite' && location.file === ':memory:'))
    throw usageError('a database in the memory of a service cannot be copied, and none can be copied into it.');
  const copy = await DatabaseCopy.of(from);
  try {
    await requireSecret(copy, from);
    await copy.into(to);
    const total = await withProgress(undefined, 'rows read', json, (progress) => copy.readSource(added(progress)));
    const before = await withProgress(total, 'rows copied', json, (progress) => copy.copy(added(progress)));
    const tables = await withProgress(total, 'rows compared', json, (progress) => copy.finish(added(progress)));
    const content = [...tables].map(([name, { rows, sha256 }]) => ({ table: name, rows, sha256 }));
    print({ rows: total, already: before, tables: content }, { json }, () => [
      ...table(['TABLE', 'ROWS', 'SHA-256'], content.map(Object.values)),
      '',
      `Copied ${total} rows${before > 0 ? `, ${before} of them before` : ''}. Both databases have the same content.`,
      'Start the service with this database only: one on the other database would send the same emails again.',
    ]);
  } finally {
    await copy.close();
  }
}

/** Adds the rows of each page up. */
function added(progress: { reach(value: number): void }): (rows: number) => void {
  let sum = 0;
  return (rows) => {
    sum += rows;
    progress.reach(sum);
  };
}

function locationOf(url: string): DatabaseLocation {
  try {
    return loadDatabaseLocation({ DATABASE_URL: url });
  } catch (error) {
    // The message of the setting may have a part of the URL, which has a password.
    if (error instanceof SettingsError) throw usageError('--from-database must be a URL as in DATABASE_URL.');
    throw error;
  }
}

/** What is sealed is copied as it is, so the secret of the other service must open it here, too. */
async function requireSecret(copy: DatabaseCopy, from: DatabaseLocation): Promise<void> {
  const box = new SecretBox(loadCliEnv(), KEY_SEAL);
  const keys = await copy.query('SELECT kid, private_sealed FROM signing_keys');
  const closed = keys.filter(({ kid, private_sealed }) => !box.open(String(private_sealed), String(kid)));
  if (closed.length === 0) return;
  throw new CliError(
    'OTHER_SECRET',
    `AUTH_SECRET does not open ${closed.length} of ${keys.length} signing keys of ${describeLocation(from)}. Nothing was copied. Cure: set AUTH_SECRET, and AUTH_SECRET_PREVIOUS if it has one, to those of the service that runs on it.`,
  );
}
