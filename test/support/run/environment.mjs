import { TestEnvironment } from 'jest-environment-node';

/** Processes of host.mjs without a service, and how many services each has run. They outlive the spec files. */
const idle = new Map();

/** The environment of Node.js, with what a worker of Jest keeps from one spec file for the next. */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    // A function, because Jest changes the properties of objects that it finds here after each file.
    this.global.idleHosts = () => idle;
  }
}
