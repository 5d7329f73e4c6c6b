import { appendFileSync } from 'node:fs';

/** Writes how many tests of each project ran, one line each: to the file TEST_COUNTS, or to the terminal. */
export default class Reporter {
  onRunComplete(_contexts, { testResults }) {
    const counts = new Map();
    for (const { displayName, numPassingTests, numFailingTests, numPendingTests, testExecError } of testResults) {
      const name = displayName?.name ?? 'unit';
      const count = counts.get(name) ?? { passed: 0, failed: 0, skipped: 0 };
      count.passed += numPassingTests;
      count.failed += numFailingTests + (testExecError ? 1 : 0);
      count.skipped += numPendingTests;
      counts.set(name, count);
    }
    const lines = [...counts].map(
      ([name, { passed, failed, skipped }]) => `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    );
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, lines.join(''));
    else process.stdout.write(`\n${lines.join('')}`);
  }
}
