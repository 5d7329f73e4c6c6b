import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '../../dist/cli.js');
/** With the code in separate modules it takes more than twice as long, and on a slow machine more. */
const MOST_MS = 1_200;
const TRIES = 3;
/** Writes the processor time of the process in microseconds. */
const REPORT = 'const { user, system } = process.cpuUsage(); process.stderr.write(String(user + system));';
const PRELOAD = `data:text/javascript,process.on('exit',()=>{${encodeURIComponent(REPORT)}})`;

/** In milliseconds of processor time: other programs on the machine would distort the time of a clock. */
function helpTime(words: string[]): number {
  const program = ['--import', PRELOAD, MAIN, ...words, '--help'];
  const { stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env: {} });
  expect(stdout).toContain(['Usage: latchkey', ...words].join(' '));
  expect(stderr).toMatch(/^\d+$/);
  return Number(stderr) / 1_000;
}

it.each([[[]], [['user']], [['user', 'create']], [['import']], [['doctor']]])(
  `the help of the command "%s" takes less than ${MOST_MS} ms`,
  (words: string[]) => {
    // A shared machine has moments in which all programs take twice as long.
    const times = [helpTime(words)];
    while (times.length < TRIES && Math.min(...times) >= MOST_MS) times.push(helpTime(words));
    expect(Math.min(...times)).toBeLessThan(MOST_MS);
  },
);
