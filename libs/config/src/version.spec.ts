import { readFileSync } from 'node:fs';
import { VERSION } from './version.js';

it('VERSION equals the version in package.json', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION);
});
