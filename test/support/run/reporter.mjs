import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { planned } from './sequencer.mjs';

const SLOWEST = 15;
/** How often the progress of a run is printed, in milliseconds. */
const INTERVAL = 20_000;
/** A run of so few files prints each of them. */
const FEW_FILES = 60;

/**
 * Prints the failures at once, and the progress of each kind of specs. Writes how many tests of each kind ran, how long its
 * files took, and which files took longest: to the file TEST_COUNTS, or to the terminal.
 */
export default class Reporter {
  constructor({ rootDir, maxWorkers }) {
    this.rootDir = rootDir;
    this.workers = maxWorkers;
    this.kinds = new Map();
    this.files = new Set();
    this.started = Date.now();
    this.printed = Date.now();
  }

  onTestFileResult({ path }, result) {
    const kind = nameOf(result);
    const count = this.kinds.get(kind) ?? { passed: 0, failed: 0, skipped: 0, files: 0, milliseconds: 0 };
    this.kinds.set(kind, count);
    const failed = result.numFailingTests + (result.testExecError ? 1 : 0);
    count.passed += result.numPassingTests;
    count.failed += failed;
    count.skipped += result.numPendingTests;
    count.files += 1;
    count.milliseconds += result.perfStats.runtime;
    this.files.add(`${kind} ${path}`);
    this.print(kind, path, result, failed > 0);
  }

  print(kind, path, result, failed) {
    const total = [...planned.values()].reduce((sum, { size }) => sum + size, 0);
    if (failed || total <= FEW_FILES) {
      const file = relative(this.rootDir, path);
      process.stdout.write(
        `${failed ? 'FAIL' : 'PASS'} ${kind} ${file} (${seconds(result.perfStats.runtime)})\n${result.failureMessage ?? ''}`,
      );
    }
    if (total <= FEW_FILES || (Date.now() - this.printed < INTERVAL && this.files.size < total)) return;
    this.printed = Date.now();
    process.stdout.write(`${this.progress()}\n`);
  }

  /** The files and tests of each kind so far, and about how long the rest takes. */
  progress() {
    const lines = [...planned].map(([kind, { size }]) => {
      const { files = 0, passed = 0, failed = 0 } = this.kinds.get(kind) ?? {};
      return `  ${kind.padEnd(6)} ${files} of ${size} files, ${passed} tests passed, ${failed} failed`;
    });
    return [`${clock(Date.now() - this.started)}${this.rest()}`, ...lines].join('\n');
  }

  /** By the durations of the last run; nothing without them. */
  rest() {
    const all = [...planned].flatMap(([kind, files]) => [...files].map(([path, time]) => [`${kind} ${path}`, time]));
    if (!all.some(([, time]) => time !== undefined)) return '';
    const left = all.filter(([key]) => !this.files.has(key)).reduce((sum, [, time = 0]) => sum + time, 0);
    return `, about ${clock(left / this.workers)} left`;
  }

  onRunComplete(_contexts, { testResults, numTotalTests, numFailedTests, numPassedTests }) {
    process.stdout.write(`Tests: ${numFailedTests} failed, ${numPassedTests} passed, ${numTotalTests} total\n`);
    const lines = [...this.kinds].map(
      ([kind, { passed, failed, skipped, files, milliseconds }]) =>
        `${kind}: ${passed} passed, ${failed} failed, ${skipped} skipped; ${files} files in ${seconds(milliseconds)}\n`,
    );
    const text = [...lines, ...this.failures(testResults), ...this.slowest(testResults)].join('');
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, text);
    else process.stdout.write(`\n${text}`);
  }

  /** The titles of all failures, again at the end. */
  failures(testResults) {
    return testResults.flatMap((result) => {
      const file = `${nameOf(result)} ${relative(this.rootDir, result.testFilePath)}`;
      if (result.testExecError) return [`  FAILED ${file}\n`];
      const failed = result.testResults.filter(({ status }) => status === 'failed');
      return failed.map(({ fullName }) => `  FAILED ${file}: ${fullName}\n`);
    });
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
const clock = (milliseconds) => {
  const all = Math.round(milliseconds / 1_000);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
};
