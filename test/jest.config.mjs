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
  testEnvironment: 'node',
  transform: { '^.+\\.(t|j|mj)s$': swc },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|cookie|uuid|bcryptjs|@zxcvbn-ts)/)'],
  moduleNameMapper: {
    '^@app/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

const unit = {
  ...common,
  displayName: 'unit',
  testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts'],
};

/** Everything in `test/`, on one of the databases. */
const onDatabase = (DATABASE) => ({
  ...common,
  displayName: DATABASE,
  globals: { DATABASE },
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
});

export default {
  rootDir,
  maxWorkers: 2,
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/test/support/reporter.mjs'],
  projects: [unit, onDatabase('sqlite'), ...(process.env.TEST_MYSQL_URL ? [onDatabase('mysql')] : [])],
};
