import 'reflect-metadata';
import { run } from './program.js';
import { exitOnClosedPipe } from './terminal/output.js';

export { run };

/** Runs the command line of this process, and ends the process. */
export function main(): void {
  exitOnClosedPipe();
  void run(process.argv.slice(2)).then((code) => {
    // The empty write waits for all output. exit() does not wait for open connections of checks.
    process.stdout.write('', () => process.exit(code));
  });
}
