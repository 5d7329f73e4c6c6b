import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { TestEnvironment } = createRequire(require.resolve('jest'))('jest-environment-node');

/** Processes without work, which outlive the spec files: of host.mjs, with the services that each has run, and of cli-server.mjs. */
const idle = { hosts: new Map(), commands: [] };

/** The environment of Node.js, with what a worker of Jest keeps from one spec file for the next. */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    // A function, because Jest changes the properties of the objects that it finds here after each file.
    this.global.idleProcesses = () => idle;
  }
}
