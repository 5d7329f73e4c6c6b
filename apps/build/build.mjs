// npm run build: writes everything to dist. The service and the two apps for browsers are built at the same time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a script of this folder. Throws if it fails. */
async function run(script) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, script)], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${signal ?? code}.`);
}

async function buildService() {
  await run('compile.mjs');
  await run('bundle.mjs');
}

const buildPages = (app) => build({ root: resolve(ROOT, 'apps', app), logLevel: 'warn' });

await Promise.all([buildService(), buildPages('console'), buildPages('pages')]);
// The service reads the built pages when it starts.
await run('keep-code.mjs');
