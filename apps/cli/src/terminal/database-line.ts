import { resolve } from 'node:path';
import { type DatabaseLocation, describeLocation } from '@app/config';
import { plain, wantsJson } from './output.js';

/** Writes which database a command uses to standard error, without the user and the password. */
export function announceDatabase(location: DatabaseLocation): void {
  const isFile = location.type === 'sqlite' && location.file !== ':memory:';
  const database = describeLocation(isFile ? { ...location, file: resolve(location.file) } : location);
  process.stderr.write(`${wantsJson() ? JSON.stringify({ database }) : `latchkey: database ${plain(database)}`}\n`);
}
