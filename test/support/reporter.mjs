import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const SLOWEST = 15;

/**
 * Writes how many tests of each project ran and how long its files took, and which files took longest: to the file
 * TEST_COUNTS, or to the terminal.
 */
export default class Reporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    const counts = new Map();
    for (const result of testResults) {
      const name = nameOf(result);
      const count = counts.get(name) ?? { passed: 0, failed: 0, skipped: 0, files: 0, milliseconds: 0 };
      count.passed += result.numPassingTests;
      count.failed += result.numFailingTests + (result.testExecError ? 1 : 0);
      count.skipped += result.numPendingTests;
      count.files += 1;
      count.milliseconds += result.perfStats.runtime;
      counts.set(name, count);
    }
    const lines = [...counts].map(
      ([name, { passed, failed, skipped, files, milliseconds }]) =>
        `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped; ${files} files in ${seconds(milliseconds)}\n`,
    );
    const text = [...lines, ...this.slowest(testResults)].join('');
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, text);
    else process.stdout.write(`\n${text}`);
  }

  slowest(testResults) {
    const sorted = [...testResults].sort((one, other) => other.perfStats.runtime - one.perfStats.runtime);
    return sorted.slice(0, SLOWEST).map((result) => {
      const file = relative(this.rootDir, result.testFilePath);
      return `  ${seconds(result.perfStats.runtime).padStart(7)}  ${nameOf(result)} ${file}\n`;
    });
  }
}

const nameOf = ({ displayName }) => displayName?.name ?? 'unit';
const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`;
