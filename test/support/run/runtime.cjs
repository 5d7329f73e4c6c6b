const { createRequire } = require('node:module');

const { default: Runtime } = createRequire(require.resolve('jest'))('jest-runtime');

/**
 * Libraries of tests that a worker loads once, and not again for each spec file as Jest does: to evaluate them costs more CPU time than
 * most files do. They keep no state between files, and their objects come from outside the context of the file.
 */
const SHARED = new Set([
  'axe-core',
  'better-sqlite3',
  'fast-check',
  'mailparser',
  'mysql2/promise',
  'playwright-core',
  'smtp-server',
  'typescript',
]);

/** The runtime of Jest, but for these libraries. */
module.exports = class extends Runtime {
  requireModuleOrMock(from, name) {
    return SHARED.has(name) ? require(name) : super.requireModuleOrMock(from, name);
  }
};
