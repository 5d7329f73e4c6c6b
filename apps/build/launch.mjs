#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runBundle } from './compiled.js';

// The bundle has the name of this file, with another ending.
const { main } = runBundle(fileURLToPath(import.meta.url).replace(/\.js$/, '.cjs'));
// The command line exports its start, because the tests run many commands in one process. The service starts by itself.
main?.();
