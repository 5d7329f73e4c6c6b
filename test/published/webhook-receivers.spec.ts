import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { linkPackages } from '../support/docs/recipe.js';
import { send } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { useApp } from '../support/service/app.js';

const ROOT = resolve(__dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');

const app = useApp({ WEBHOOK_NETWORKS: '127.0.0.1' });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-receivers-'));
  linkPackages(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONTROLLER = 'hooks.controller.ts';
/** An application with the controller of the document. */
const NEST = `
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { HooksController } from './${CONTROLLER}.mjs';

class AppModule {}
Module({ controllers: [HooksController] })(AppModule);
const app = await NestFactory.create(AppModule, new ExpressAdapter(), { rawBody: true, logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
`;

function codeOf(name: string): string {
  const [, code = ''] = new RegExp(`\`\`\`[jt]s\\n(// ${name}\\n[^]*?)\`\`\``).exec(text) ?? [];
  return code;
}

function writeNestApp(): string {
  const compilerOptions = {
    target: ScriptTarget.ES2022,
    module: ModuleKind.ESNext,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  const { outputText } = transpileModule(codeOf(CONTROLLER), { compilerOptions });
  writeFileSync(join(folder, `${CONTROLLER}.mjs`), outputText);
  writeFileSync(join(folder, 'nest.mjs'), NEST);
  return 'nest.mjs';
}

/** Starts a receiver of the document. */
async function start(document: string, secret: string, port: number): Promise<ChildProcess> {
  const name = document === CONTROLLER ? writeNestApp() : document;
  if (document !== CONTROLLER) writeFileSync(join(folder, name), codeOf(name));
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [name], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await app.service.until(async () => (await send(url, 'GET', '/')).status > 0);
  return child;
}

it.each([
  ['receiver.mjs', '/'],
  ['express-receiver.mjs', '/'],
  [CONTROLLER, '/hooks'],
])('the receiver %s of the document accepts only valid messages', async (name, path) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
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
    expect((await send(`http://127.0.0.1:${port}`, 'POST', path, { raw: '{}', headers: forged })).status).toBe(401);
  } finally {
    child.kill();
  }
});
