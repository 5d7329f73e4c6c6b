import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const MODULE = resolve(__dirname, '../../dist/libs/tokens/src/keys/key-pair.js');
const KEYS = 10_000;
const LIMIT_MS = 50_000;

it('generates signing keys while the garbage collection runs often', () => {
  const program = `
    const { generateKey } = await import(${JSON.stringify(MODULE)});
    for (let count = 0; count < ${KEYS}; count++) generateKey();
    process.stdout.write('done');`;
  // With so little memory for new objects, the process waited forever after some thousands of keys.
  const options = ['--max-semi-space-size=1', '--input-type=module', '-e', program];
  expect(execFileSync(process.execPath, options, { encoding: 'utf8', timeout: LIMIT_MS })).toBe('done');
});
