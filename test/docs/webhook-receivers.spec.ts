import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { useApp } from '../support/app.js';
import { freePort } from '../support/free-port.mjs';
import { send } from '../support/http.js';

const ROOT = resolve(__dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');

const app = useApp({ WEBHOOK_NETWORKS: '127.0.0.1' });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-receivers-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a receiver of the document. */
async function start(name: string, secret: string, port: number): Promise<ChildProcess> {
  const [, code = ''] = new RegExp(`\`\`\`js\\n(// ${name}\\n[^]*?)\`\`\``).exec(text) ?? [];
  writeFileSync(join(folder, name), code);
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [name], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await app.service.until(async () => (await send(url, 'GET', '/')).status > 0);
  return child;
}

it.each(['receiver.mjs', 'express-receiver.mjs'])(
  'the receiver %s of the document accepts only valid messages',
  async (name) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { webhook_id: id, secret } = (await app.admin('POST', '/webhooks', { url, types: ['user.created'] })).json;
    const child = await start(name, secret, port);
    try {
      expect((await app.admin('POST', `/webhooks/${id}/test`)).json.status).toBe(204);
      const printed = once(child.stdout as NodeJS.ReadableStream, 'data');
      await app.signUp();
      await printed;
      await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 0 });
      expect((await app.admin('POST', `/webhooks/${id}/test`)).json.status).toBe(401);
      const forged = {
        'webhook-id': 'x',
        'webhook-timestamp': '1',
        'webhook-signature': 'v1,x',
        'content-type': 'application/json',
      };
      expect((await send(url, 'POST', '/', { raw: '{}', headers: forged })).status).toBe(401);
    } finally {
      child.kill();
    }
  },
);
