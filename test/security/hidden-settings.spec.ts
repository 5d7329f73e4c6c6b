import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '../../libs/config/src/settings.js';
import { freePort } from '../support/run/machine.mjs';
import { App } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

/** Part of every secret of this file. */
const HIDDEN = 'Hidden';
const TOKEN = `adm_${HIDDEN}-0123456789-abcdefghijklmnopqrst`;

let app: App;
let service: Service;
let folder: string;

beforeAll(async () => {
  app = await App.start();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
  const provider = { id: 'corp', kind: 'oidc', name: 'Corp', issuer: 'http://localhost:9', client_id: 'latchkey' };
  const providers = join(folder, 'providers.json');
  writeFileSync(providers, JSON.stringify([{ ...provider, client_secret_env: 'CORP_PASSWORD' }]));
  const closed = `127.0.0.1:${await freePort()}`;
  service = await app.replica({
    AUTH_SECRET: `${HIDDEN}: a new secret, long enough to be one`,
    AUTH_SECRET_PREVIOUS: SECRET,
    ADMIN_TOKEN: TOKEN,
    SMTP_URL: `smtp://latchkey:${HIDDEN}@${closed}`,
    REDIS_URL: `redis://latchkey:${HIDDEN}@${closed}`,
    MIGRATION_URL: `http://localhost:9/check?key=${HIDDEN}`,
    MIGRATION_SECRET: `whsec_${Buffer.from(`${HIDDEN}-and-as-long-as-it-must-be`).toString('base64')}`,
    PASSWORD_BREACH: `http://localhost:9/?key=${HIDDEN}&range=`,
    PROVIDERS_FILE: providers,
    CORP_PASSWORD: `${HIDDEN}, the secret of the client`,
  });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** What no answer may contain: the secrets, as they are and encoded. */
const SECRETS = [HIDDEN, Buffer.from(HIDDEN).toString('base64').slice(0, 8), SECRET];

it('the settings in force contain no secret, although every secret is set', async () => {
  const { status, text, json } = await service.call('GET', '/api/admin/settings', { token: TOKEN });
  expect(status).toBe(200);
  for (const secret of SECRETS) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  const secrets = json.settings.filter(({ secret }: { secret: boolean }) => secret);
  const marked = Object.entries(SETTINGS).flatMap(([name, how]) =>
    'shown' in how && how.shown === 'secret' ? [name] : [],
  );
  expect(secrets.map(({ name }: { name: string }) => name).sort()).toEqual([...marked, 'CORP_PASSWORD'].sort());
  for (const setting of secrets) expect(setting).toMatchObject({ value: null, default: null, given: true, set: true });
});

it('the checks contain no secret, although the mail server, the earlier system and others cannot be reached', async () => {
  const { status, text, json } = await service.call('GET', '/api/admin/checks', { token: TOKEN });
  expect(status).toBe(200);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  const failing = json.checks.filter((check: { status: string }) => ['fail', 'warn'].includes(check.status));
  const names = failing.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['mail', 'earlier system', 'breaches', 'providers']));
});
