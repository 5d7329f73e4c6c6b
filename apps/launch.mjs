#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runBundle } from './compiled.js';

// The bundle has the name of this file, with another ending.
runBundle(fileURLToPath(import.meta.url).replace(/\.js$/, '.cjs'));
