// What the tests change in Jest, so that a whole run keeps to its CPU time (see CONTRIBUTING.md): a worker of Jest loads, compiles and
// starts everything anew for each spec file. Here it keeps four things: large libraries, compiled modules, the processes in which
// services and commands run, and a storage that needs no hooks.
const hooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const vm = require('node:vm');

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
  'pg',
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

/** Modules that a worker has compiled, by file name. A script runs in the context of each spec file. */
const scripts = new Map();
const { compileFunction } = vm;
/** The places in a script differ from those in its file, by which Jest counts covered lines. */
let countsLines = false;

/**
 * Compiles a module once in each worker. Jest compiles it again for each spec file, a fifth of the time of all unit specs. V8 keeps
 * what it has compiled with the script, and the calls of `import()` are calls of `require()` by then.
 */
vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options;
  if (!parsingContext || countsLines) return compileFunction(source, parameters, options);
  let known = scripts.get(filename);
  if (known?.source !== source) {
    const head = `(function (${parameters.join(', ')}) {`;
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    known = { source, script };
    scripts.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

/** Processes without work, which outlive the spec files: of host.mjs, with the services that each has run, and of cli-server.mjs. */
const idle = { hosts: new Map(), commands: [] };

/** The runtime of Jest, but for these libraries, this storage, these scripts and these processes. */
module.exports = class extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    countsLines = others[3].collectCoverage;
    // A function, because Jest changes the properties of the objects that it finds here after each file.
    if (config.displayName.name !== 'alone') environment.global.idleProcesses = () => idle;
  }

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
