import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { send } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';

const ROOT = resolve(__dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

/** An installation like that of a release: without the package of the local inbox. */
describe('a service in development without SMTP_URL and without maildev', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-without-inbox-'));
  let service: ChildProcess;
  let output = '';
  let url: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync(MODULES).filter((name) => name !== 'maildev' && !name.startsWith('.')))
      symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { PATH: process.env.PATH, PORT: String(port), BCRYPT_COST: '4' };
    service = spawn(process.execPath, ['dist/latchkey.js', '--development'], { cwd: folder, env });
    service.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const deadline = Date.now() + 60_000;
    while (!output.includes('Latchkey is running') && Date.now() < deadline)
      await new Promise((next) => setTimeout(next, 20));
  }, 90_000);
  afterAll(async () => {
    service.kill();
    await new Promise((ended) => service.once('close', ended));
    rmSync(folder, { recursive: true, force: true });
  });

  it('says at its start that mail is not configured', () => {
    expect(output).toMatch(/Mail +not configured: set SMTP_URL/);
  });

  it('answers EMAIL_NOT_CONFIGURED instead of accepting emails that are never sent', async () => {
    const answer = await send(url, 'POST', '/api/auth/magic-link', { body: { email: 'a@example.com', sign_up: true } });
    expect(answer.code).toBe('EMAIL_NOT_CONFIGURED');
  });

  it('makes doctor warn that mail is not configured', async () => {
    const env = { PATH: process.env.PATH, BCRYPT_COST: '4' };
    const run = promisify(execFile)(process.execPath, ['dist/cli.js', 'doctor', '--json'], { cwd: folder, env });
    const { stdout } = await run.catch((error) => error);
    const mail = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'mail');
    expect(mail).toMatchObject({ status: 'warn', cure: expect.stringContaining('SMTP_URL') });
  });
});
