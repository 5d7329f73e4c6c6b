// Writes docs/reference, docs/security/asvs.md and .env.example from the built code, the SQL files and data: npm run docs:reference. With --check it writes nothing, names the
// files that differ, and then ends with the exit code 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asvs } from './reference/asvs.mjs';
import { commandLine } from './reference/command-line.mjs';
import { endpoints } from './reference/endpoints.mjs';
import { errorCodes } from './reference/error-codes.mjs';
import { events } from './reference/events.mjs';
import { headersAndCookies } from './reference/headers-and-cookies.mjs';
import { metrics } from './reference/metrics.mjs';
import { pageTexts, textKeys } from './reference/page-texts.mjs';
import { schema } from './reference/schema.mjs';
import { envExample, settings } from './reference/settings.mjs';

const ROOT = new URL('../../', import.meta.url);

const FILES = {
  '.env.example': envExample,
  'docs/reference/command-line.md': commandLine,
  'docs/reference/endpoints.md': endpoints,
  'docs/reference/error-codes.md': errorCodes,
  'docs/reference/events.md': events,
  'docs/reference/headers-and-cookies.md': headersAndCookies,
  'docs/reference/metrics.md': metrics,
  'docs/reference/page-texts.md': pageTexts,
  'docs/reference/schema.md': schema,
  'docs/reference/settings.md': settings,
  'docs/security/asvs.md': asvs,
  'libs/config/src/branding/text-keys.json': textKeys,
};

const contentOf = (path) => {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8');
  } catch {
    return undefined;
  }
};

const stale = Object.entries(FILES).filter(([path, text]) => contentOf(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stdout.write(`${path} differs from the code: run npm run docs:reference\n`);
} else {
  mkdirSync(fileURLToPath(new URL('docs/reference', ROOT)), { recursive: true });
  for (const [path, text] of stale) writeFileSync(new URL(path, ROOT), text);
}
// The application was created but not started, so its timers would keep the process alive.
process.exit(process.argv.includes('--check') && stale.length > 0 ? 1 : 0);
