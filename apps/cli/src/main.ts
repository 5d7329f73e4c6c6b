import 'reflect-metadata';
import { keepHeapSmall } from '@app/config';
import { endQuietly } from './output.js';
import { run } from './program.js';

keepHeapSmall();
endQuietly();
void run(process.argv.slice(2)).then((code) => {
  // Not before everything is written; and without waiting for a server that does not hang up.
  process.stdout.write('', () => process.exit(code));
});
