import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { App } from './support/app.js';

const CLIENT = resolve(__dirname, '../libs/client');

let app: App;
beforeAll(async () => {
  app = await App.start();
});
afterAll(() => app.stop());

it('the types of the client are those of the running service: else run npm run client:types', () => {
  const made = execFileSync(process.execPath, [join(CLIENT, 'types.mjs'), app.service.url], { encoding: 'utf8' });
  expect(readFileSync(join(CLIENT, 'src/schema.ts'), 'utf8')).toBe(made);
});
