import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'commonjs' },
  },
];

const common = {
  rootDir,
  // Not in the folder of the run, which is removed after it.
  cacheDirectory: join(rootDir, 'node_modules/.cache/jest'),
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/run/runtime.cjs',
  transform: { '^.+\\.(t|j|mj)s$': swc },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@lit|@lit-labs|lit(?:-html|-element)?|cookie|uuid|bcryptjs|@zxcvbn-ts|openid-client|oauth4webapi|jose)/)',
  ],
  moduleNameMapper: {
    '^@app/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^@latchkey/client$': '<rootDir>/libs/client/src/index.ts',
    '^@latchkey/client/(.*)$': '<rootDir>/libs/client/src/$1.ts',
    '^@latchkey/verify$': '<rootDir>/libs/verify/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

/** Specs beside the code: no database, no built service. */
const unit = {
  ...common,
  displayName: 'unit',
  testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts'],
};

/** Specs in `test/`: real HTTP against the built service. */
const service = (displayName, DATABASE, more) => ({
  ...common,
  displayName,
  globals: { DATABASE },
  ...more,
});

const EACH = ['<rootDir>/test/**/*.each.spec.ts'];
const ALONE = ['<rootDir>/test/**/*.alone.spec.ts'];
const PUBLISHED = '<rootDir>/test/published/';
const ALL = ['<rootDir>/test/**/*.spec.ts'];
const ONCE = {
  testMatch: ALL,
  testPathIgnorePatterns: ['/node_modules/', PUBLISHED, '\\.(each|alone)\\.spec\\.ts$'],
};

/** Behind a pooler, sessions of the database differ, and so the statements of all specs. */
const POOLED = Boolean(process.env.TEST_POSTGRES_POOLER);

export default {
  rootDir,
  maxWorkers: availableParallelism(),
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/run/sequencer.mjs',
  reporters: ['<rootDir>/test/support/run/reporter.mjs'],
  projects: [
    unit,
    // Specs that do not depend on the database.
    service('once', 'sqlite', ONCE),
    // Specs that depend on the schema, SQL, locks, paging or transactions: they run with each database.
    service('sqlite', 'sqlite', { testMatch: EACH }),
    ...(process.env.TEST_MYSQL_URL ? [service('mysql', 'mysql', { testMatch: EACH })] : []),
    ...(process.env.TEST_POSTGRES_URL ? [service('postgres', 'postgres', { testMatch: POOLED ? ALL : EACH })] : []),
    // Specs of timing and load: one file after the other, after all other specs.
    service('alone', 'sqlite', { testMatch: ALONE }),
    // Specs of what readers and programmers get: not in a whole run, but of each release, and once a week. They need further packages.
    service('published', 'sqlite', { testMatch: [`${PUBLISHED}*.spec.ts`] }),
  ],
};
