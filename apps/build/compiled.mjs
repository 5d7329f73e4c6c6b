// Runs a bundle with the code that V8 has compiled for it before. Without it, compiling takes a third of a start.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

// Under load V8 learns to make some objects of each request in the old space, among them the listeners of an answer. There they
// live until a full collection, and so does all that they refer to: young collections then take ten times as long.
setFlagsFromString('--no-allocation-site-pretenuring');

const DIGEST_BYTES = 32;

const cacheOf = (path) => `${path}.cache`;
const digestOf = (bundle) => createHash('sha256').update(bundle).digest();

/**
 * Runs the bundle at this path, and returns its exports. V8 takes only compiled code of its own version; without it, it
 * compiles the bundle again.
 */
export function runBundle(path) {
  // Node maps the lines of a stack to those of the source only for modules that it loads itself.
  if (process.sourceMapsEnabled || !existsSync(cacheOf(path))) return createRequire(path)(path);
  return runScript(path, keptCode).exports;
}

/** Runs the bundle, and keeps the code that V8 has compiled for it until the process ends. Returns its exports. */
export function keepCode(path) {
  const { script, bundle, exports } = runScript(path);
  process.once('exit', () => {
    writeFileSync(cacheOf(path), Buffer.concat([digestOf(bundle), script.createCachedData()]));
    // The programs create files for their own user only. Another user may run what this one has built.
    chmodSync(cacheOf(path), 0o644);
  });
  return exports;
}

/** The code that is kept, if it is that of this very bundle: V8 compares only their lengths. */
function keptCode(path, bundle) {
  const kept = readFileSync(cacheOf(path));
  const current = kept.subarray(0, DIGEST_BYTES).equals(digestOf(bundle));
  return current ? kept.subarray(DIGEST_BYTES) : undefined;
}

function runScript(path, codeOf = () => undefined) {
  const bundle = readFileSync(path);
  // esbuild writes ASCII, which is read as Latin-1 in less time than as UTF-8.
  const source = module.wrap(bundle.toString('latin1'));
  const script = new Script(source, { filename: path, cachedData: codeOf(path, bundle) });
  const self = { exports: {} };
  script.runInThisContext()(self.exports, createRequire(path), self, path, dirname(path));
  return { script, bundle, exports: self.exports };
}
