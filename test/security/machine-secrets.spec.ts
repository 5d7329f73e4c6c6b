import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyCell } from '../support/database/inspection.js';
import { expectFailure } from '../support/http/http.js';
import {
  askToken,
  bySecret,
  exchange,
  FACTS,
  newApiKey,
  newClient,
  newKey,
  SigningClient,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { ADMIN_TOKEN, type SignedUp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

const SNAPSHOT_SIGNAL = 'SIGUSR2';
const { app, mail } = useMail({
  ...WITH_KEYS,
  LOG_LEVEL: 'trace',
  NODE_OPTIONS: `--heapsnapshot-signal=${SNAPSHOT_SIGNAL}`,
});
let cli: Cli;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await new Receiver().listen();
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => Promise.all([cli.remove(), receiver.stop()]));

/** The memory of JavaScript in the service, after its garbage was collected. */
async function heap(): Promise<Buffer> {
  const { service } = app;
  const files = () => readdirSync(service.folder).filter((file) => file.endsWith('.heapsnapshot'));
  service.signal(SNAPSHOT_SIGNAL);
  await service.until(() => files().length > 0);
  // It answers no request before the file is complete.
  await app.get('/health/live');
  return readFileSync(join(service.folder, String(files()[0])));
}

/** The memory is written in a second, and on a busy machine in a minute. */
const TIMEOUT_MS = 180_000;
/** The seconds after which nothing of a request may be in the memory. */
const FORGOTTEN = 10;

it(
  'a secret, a key, an assertion or a token of a machine is nowhere but in the answer that shows it, and soon not in memory',
  async () => {
    await app.admin('POST', '/webhooks', { url: receiver.url, types: ['*'] });
    const user = await app.signUp();
    const key = await newApiKey(app, user);
    const leaked = await newApiKey(app, user);
    const client = await newClient(app);
    const second = (await app.admin('POST', `/clients/${client.client_id}/secrets`)).json;
    const signing = await SigningClient.make(app);
    const assertion = signing.assertion();
    const expired = signing.assertion({ exp: 1 });
    const forged = signing.assertion({}, {}, newKey());
    const tokens = [await exchange(app, key.key), await bySecret(app, client), await signing.ask(assertion)];
    const answers = [
      await exchange(app, key.key, { scope: 'none' }),
      await exchange(app, `${key.key}x`),
      await bySecret(app, client, { scope: 'none' }),
      await askToken(app, { client_secret: client.client_secret }),
      await askToken(app, { client_secret: client.client_secret }, { authorization: `Bearer ${key.key}` }),
      await app.post(`/oauth2/token?client_secret=${client.client_secret}`),
      await app.post('/api/auth/api-keys/token', undefined, {
        raw: `{"key":"${key.key}"`,
        headers: { 'content-type': 'application/json' },
      }),
      await app.get(`/api/auth/user/api-keys/${key.key}`, { token: key.key }),
      await app.get(`/${key.key}`),
      await signing.ask(assertion),
      await signing.ask(expired),
      await signing.ask(forged),
      await app.admin('GET', '/clients'),
      await app.admin('GET', `/clients/${client.client_id}`),
      await app.admin('DELETE', `/clients/${client.client_id}/secrets/${second.secret_id}`),
      await app.admin('GET', '/api-keys'),
      await app.admin('GET', `/users/${user.uid}/export`),
      await app.admin('GET', '/export?include_hashes=true'),
      await app.admin('DELETE', `/users/${user.uid}/api-keys/${leaked.key_id}`),
      await app.admin('GET', '/events?limit=200'),
      await app.get('/metrics', { token: ADMIN_TOKEN }),
      await app.admin('GET', '/settings'),
      await app.admin('GET', '/checks'),
    ];
    const notice = await mail.emailAbout(user.email, /^API keys of your account/);
    await app.service.until(async () => receiver.received.some(({ text }) => text.includes('api_key.revoked')));
    const places = [
      ...answers.map(({ text }) => text),
      JSON.stringify(notice),
      receiver.received.map(({ text }) => text).join(),
      await everyCell(app),
      app.service.log,
    ];
    const secrets = [key.key, leaked.key, client.client_secret, second.client_secret, assertion, expired, forged]
      .concat(tokens.map(({ json }) => json.access_token))
      .map((secret) => secret.split('.').at(-1)?.slice(-40) ?? '');
    expect(secrets.map((secret) => secret.length >= 40)).toEqual(secrets.map(() => true));
    expect(secrets.filter((secret) => places.some((place) => place.includes(secret)))).toEqual([]);
    await app.advance(FORGOTTEN);
    const memory = await heap();
    expect(memory.includes('malformed, unknown or revoked API key')).toBe(true);
    expect(secrets.filter((secret) => memory.includes(secret))).toEqual([]);
  },
  TIMEOUT_MS,
);

it('the log says why a client or a key was refused', async () => {
  const signing = await SigningClient.make(app);
  await signing.ask(signing.assertion({ aud: 'https://else.example.com' }));
  await signing.ask(signing.assertion({}, {}, newKey()));
  await exchange(app, 'lk_wrong');
  for (const reason of [
    'assertion for another audience',
    'assertion with a wrong signature',
    'malformed, unknown or revoked API key',
  ])
    await app.service.logged(reason);
});

describe('the command line', () => {
  let user: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
  });

  it('makes, shows, changes and deletes clients, and their secrets', async () => {
    const made = await cli.run(['client', 'create', 'Stock', '--scopes', 'a,b', '--audiences', 'stock', '--json']);
    const { client_id, client_secret } = made.json;
    expect((await bySecret(app, { client_id, client_secret, secret_id: '' })).json.scope).toBe('a b');
    const second = (await cli.run(['client', 'add-secret', client_id, '--json'])).json;
    expect((await cli.run(['client', 'show', client_id, '--json'])).json.secrets).toHaveLength(2);
    expect((await cli.run(['client', 'delete-secret', client_id, second.secret_id])).code).toBe(0);
    await cli.run(['client', 'update', client_id, '--scopes', 'a', '--active', 'false', '--expires-at', '4000000000']);
    const { clients } = (await cli.run(['client', 'list', '--json'])).json;
    expect(clients.find((client: { client_id: string }) => client.client_id === client_id)).toMatchObject({
      scopes: ['a'],
      active: false,
      expires_at: 4_000_000_000,
      created_by: 'cli',
    });
    expect((await cli.run(['client', 'delete', client_id])).stdout).toBe(`Client ${client_id} is deleted.\n`);
    expect((await cli.run(['client', 'show', client_id, '--json'])).failure.code).toBe('CLIENT_NOT_FOUND');
    expect((await cli.run(['client', 'update', client_id])).code).toBe(2);
  });

  it('moves clients without secrets to another database', async () => {
    const client = await newClient(app);
    const signing = await SigningClient.make(app);
    const lines = (await cli.run(['client', 'export'])).stdout;
    expect(lines).not.toContain('secret_hash');
    for (const { client_id } of [client, signing]) await app.admin('DELETE', `/clients/${client_id}`);
    const imported = await cli.run(['client', 'import', '-', '--json'], { input: lines });
    expect(imported.json.created).toBeGreaterThanOrEqual(2);
    expect((await cli.run(['client', 'import', '-', '--json'], { input: lines })).json.created).toBe(0);
    expect((await signing.ask()).status).toBe(200);
    expect((await bySecret(app, client)).status).toBe(401);
    const { client_secret } = (await cli.run(['client', 'add-secret', client.client_id, '--json'])).json;
    expect((await bySecret(app, { ...client, client_secret })).status).toBe(200);
    const bad = await cli.run(['client', 'import', '-', '--json'], {
      input: JSON.stringify({ ...FACTS, client_id: 'x' }),
    });
    expect(bad.failure.code).toBe('INVALID_REQUEST');
  });

  it('revokes the keys of a list, informs their users, and finds false ones without the database', async () => {
    const [one, two, three] = [
      await newApiKey(app, user),
      await newApiKey(app, user, { name: 'Two' }),
      await newApiKey(app, user),
    ];
    await app.delete(`/api/auth/user/api-keys/${three.key_id}`, user);
    const wrong = one.key.slice(0, -1) + (one.key.endsWith('0') ? '1' : '0');
    const file = join(tmpdir(), `leaked-${process.pid}.txt`);
    writeFileSync(file, `const key = "${one.key}"; // ${one.key}\n${two.key}\n${three.key}\n${wrong}\nlk_short\n`);
    const { json } = await cli.run(['api-key', 'revoke', '--from-file', file, '--json']);
    expect(json).toEqual({ revoked: [one.key_id, two.key_id], unknown: 1, malformed: 1 });
    for (const { key } of [one, two]) expectFailure(await exchange(app, key), 'INVALID_API_KEY');
    const emails = [await mail.emailAbout(user.email, /API keys/), await mail.emailAbout(user.email, /API keys/, 2)];
    expect(emails.map(({ text }) => /published/.test(text ?? ''))).toEqual([true, true]);
    const events = (await app.events(user.uid)).filter(({ type }) => type === 'api_key.revoked');
    expect(events.map(({ data }) => data)).toContainEqual({ key_id: two.key_id, reason: 'leaked' });
  });

  it('lists and revokes a key by its id', async () => {
    const { key, key_id } = await newApiKey(app, user);
    expect((await cli.run(['api-key', 'list', '--user', user.uid, '--json'])).json.api_keys).toMatchObject([
      { key_id },
    ]);
    expect((await cli.run(['api-key', 'list'])).stdout).toContain(key_id);
    expect((await cli.run(['api-key', 'revoke', key_id])).stdout).toBe(`API key ${key_id} is revoked.\n`);
    expectFailure(await exchange(app, key), 'INVALID_API_KEY');
    expect((await cli.run(['api-key', 'revoke', key_id, '--json'])).failure.code).toBe('API_KEY_NOT_FOUND');
    expect((await cli.run(['api-key', 'revoke'])).code).toBe(2);
  });

  it('doctor names clients that are near their end or unused, and their unused secrets', async () => {
    const soon = Math.floor(Date.now() / 1_000) + 86_400;
    await newClient(app, { name: 'Near its end', expires_at: soon });
    const old = await newClient(app, { name: 'Unused' });
    await app.sql('UPDATE clients SET created_at = 1 WHERE client_id = ?', [old.client_id]);
    await app.sql('UPDATE client_secrets SET created_at = 1 WHERE client_id = ?', [old.client_id]);
    await newApiKey(app, user);
    await app.sql('UPDATE api_keys SET created_at = 1 WHERE uid = ?', [user.uid]);
    const { checks } = (await cli.run(['doctor', '--json'])).json;
    const found = checks.filter(({ name }: { name: string }) => name === 'machines');
    expect(found.map((line: { status: string; found: string }) => `${line.status} ${line.found}`)).toEqual([
      'warn clients that expire within 14 days: "Near its end"',
      'warn clients that were not used for 90 days: "Unused"',
      `warn secrets of clients that were not used for 90 days: ${old.secret_id}`,
      expect.stringMatching(/^warn API keys of users that were not used for 90 days: \d+$/),
    ]);
  });
});
