const hooks = require('node:async_hooks');
const { createRequire } = require('node:module');

const { default: Runtime } = createRequire(require.resolve('jest'))('jest-runtime');

/**
 * Libraries of tests that a worker loads once, and not again for each spec file as Jest does: to evaluate them costs more CPU time than
 * most files do. They keep no state between files, and their objects come from outside the context of the file.
 */
const SHARED = new Set([
  'better-sqlite3',
  'fast-check',
  'mailparser',
  'mysql2/promise',
  'playwright-core',
  'smtp-server',
  'typescript',
]);

/** The storages that shared libraries have made. */
const storages = [];

class SharedStorage extends hooks.AsyncLocalStorage {
  constructor() {
    super();
    storages.push(this);
  }
}

/**
 * The storage in which Jest keeps the test that runs. Jest runs one after the other, so it needs none that follows promises: from
 * the first use of such a storage on, Node.js 20 calls hooks for each promise and each socket, a tenth of the CPU time of a worker.
 */
class SequentialStorage {
  getStore() {
    return this.store;
  }

  run(store, work) {
    const { store: before } = this;
    const restore = () => {
      this.store = before;
    };
    this.store = store;
    return work().finally(restore);
  }
}

/** The runtime of Jest, but for these libraries and this storage. */
module.exports = class extends Runtime {
  requireModuleOrMock(from, name) {
    return SHARED.has(name) ? load(name) : super.requireModuleOrMock(from, name);
  }

  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return { AsyncLocalStorage: SequentialStorage };
    return super.requireInternalModule(from, name);
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
  }
};

function load(name) {
  const { AsyncLocalStorage } = hooks;
  hooks.AsyncLocalStorage = SharedStorage;
  try {
    return require(name);
  } finally {
    hooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}
