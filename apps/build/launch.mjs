#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runBundle } from './compiled.js';

// The bundle has the name of this file, with another ending.
const { main } = runBundle(fileURLToPath(import.meta.url).replace(/\.js$/, '.cjs'));
// Both export their start, because the tests run many commands, and many services, in one process each.
main();
