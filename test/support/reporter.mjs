/** Says how many tests ran on which database, one plain line each. */
export default class Reporter {
  onRunComplete(_contexts, { testResults }) {
    const counts = new Map();
    for (const { displayName, numPassingTests, numFailingTests, testExecError } of testResults) {
      const name = displayName?.name ?? 'unit';
      const count = counts.get(name) ?? { passed: 0, failed: 0 };
      count.passed += numPassingTests;
      count.failed += numFailingTests + (testExecError ? 1 : 0);
      counts.set(name, count);
    }
    process.stdout.write('\n');
    for (const [name, { passed, failed }] of counts)
      process.stdout.write(`${name}: ${passed} passed, ${failed} failed\n`);
  }
}
