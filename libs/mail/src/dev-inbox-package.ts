import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Whether the package of the local inbox is installed. An installation for production leaves it out. */
export function isInboxInstalled(): boolean {
  const folders = createRequire(import.meta.url).resolve.paths('maildev') ?? [];
  return folders.some((folder) => existsSync(join(folder, 'maildev')));
}
