import { expectFailure } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Receiver } from '../support/service/webhooks.js';

const PUBLIC = '93.184.216.34';
/** The one private address that the setting allows. */
const ALLOWED = '127.0.0.9';

let port = 0;
const traps: Receiver[] = [];
let receiver: Receiver;

const app = useApp(
  () => ({ WEBHOOK_NETWORKS: `${ALLOWED}/32,10.20.0.0/16,named.test,169.254.0.0/16,fd00:ec2::/32` }),
  ['resolver.mjs'],
);

beforeAll(async () => {
  port = await freePort();
  for (const host of ['127.0.0.1', '::1']) {
    const trap = await new Receiver().listen(host, port).catch(() => undefined);
    if (trap) traps.push(trap);
  }
  receiver = await new Receiver().listen(ALLOWED, port);
});
afterAll(() => Promise.all([...traps, receiver].map((each) => each.stop())));

const resolve = (names: Record<string, string[][]>) => app.service.ask({ resolve: names });
const lookups = async () => (await app.service.ask({ lookups: true })).counts as Record<string, number>;
const create = (host: string) =>
  app.admin('POST', '/webhooks', { url: `http://${host}:${port}/x`, types: ['user.created'] });
const trapped = () => traps.reduce((sum, { connections }) => sum + connections, 0);

const HOSTILE = [
  // Loopback in all spellings.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '127.255.255.254',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0X7F000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000::0001]',
  // This host, and IPv4 inside IPv6.
  '0',
  '0.0.0.0',
  '0x0',
  '0.1.2.3',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2002:a00:1::1]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]',
  '[2001:0:808:808::80ff:fffe]',
  // Link-local and metadata, which no setting allows.
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '168.63.129.16',
  'metadata.google.internal',
  'metadata',
  // Private, shared, reserved, multicast and broadcast.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[4000::1]',
  // Names.
  'ten.test',
  'mapped.test',
  'mixed.test',
  'six.test',
];

const ANSWERS = {
  'ten.test': [['10.0.0.1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'mixed.test': [[PUBLIC, '127.0.0.1']],
  'six.test': [['2002:7f00:1::']],
};

describe('a webhook', () => {
  beforeAll(() => resolve(ANSWERS));
  beforeEach(async () => {
    await app.sql('DELETE FROM webhooks');
  });

  it.each(HOSTILE)('cannot be created with the host %s', async (host) => {
    expectFailure(await create(host), 'INVALID_URL');
    expect(trapped()).toBe(0);
  });

  it.each([
    'http://user:secret@example.com/',
    'http://user@example.com/',
    'https://example.com/#fragment',
    'https://example.com/#',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'example.com',
    '//example.com/',
    '',
    'http://',
    'http://exa mple.com/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://example.com\\@127.0.0.1/',
    `https://example.com/${'x'.repeat(2_048)}`,
    // Its normal form escapes each quotation mark.
    `https://example.com/${'"'.repeat(1_000)}`,
  ])('cannot be created with the URL %s', async (url) => {
    expectFailure(await app.admin('POST', '/webhooks', { url, types: ['*'] }), 'INVALID_URL');
  });

  it('connects nowhere when the address in the database is hostile', async () => {
    await resolve({ 'later.test': [] });
    const { webhook_id: id } = (await create('later.test')).json;
    for (const host of HOSTILE) {
      await app.sql('UPDATE webhooks SET url = ?', [`http://${host}:${port}/x`]);
      const { status, json } = await app.admin('POST', `/webhooks/${id}/test`);
      expect({ host, status, answer: json.status }).toEqual({ host, status: 200, answer: null });
    }
    expect(trapped()).toBe(0);
  });

  it('can be created with a name that does not resolve, and is blocked when it leads to a refused address', async () => {
    await resolve({ 'rebound.test': [[PUBLIC], ['127.0.0.1']] });
    const { webhook_id: id } = (await create('rebound.test')).json;
    await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD });
    const delivery = async () => (await app.admin('GET', `/webhooks/${id}/deliveries`)).json.deliveries[0];
    await app.service.until(async () => (await delivery())?.attempts === 1);
    expect(await delivery()).toMatchObject({
      status: 'blocked',
      last_status: null,
      last_error: expect.stringContaining('127.0.0.1'),
    });
    await app.advance(7);
    await app.service.until(async () => (await delivery()).attempts === 2);
    expect(trapped()).toBe(0);
  });

  it('connects to the address that was checked, also when the name changes its answer after the look-up', async () => {
    await resolve({ 'flip.test': [[ALLOWED], [ALLOWED], ['127.0.0.1']] });
    const { webhook_id: id } = (await create('flip.test')).json;
    const before = (await lookups())['flip.test'] ?? 0;
    expect((await app.admin('POST', `/webhooks/${id}/test`)).json.status).toBe(204);
    expect((await lookups())['flip.test']).toBe(before + 1);
    expect(receiver.received.at(-1)?.headers.host).toBe(`flip.test:${port}`);
    expect((await app.admin('POST', `/webhooks/${id}/test`)).json.status).toBeNull();
    expect(trapped()).toBe(0);
  });

  it('may lead to a private host that the setting names, but not to a metadata service by this name', async () => {
    await resolve({ 'named.test': [['127.0.0.9'], ['10.0.0.7'], ['169.254.169.254'], ['127.0.0.1', 'fd00:ec2::254']] });
    expect((await create('named.test')).status).toBe(200);
    expect((await create('named.test')).status).toBe(200);
    expectFailure(await create('named.test'), 'INVALID_URL');
    expectFailure(await create('named.test'), 'INVALID_URL');
    expect((await create('10.20.30.40')).status).toBe(200);
    expectFailure(await create('10.21.0.1'), 'INVALID_URL');
  });

  it('follows no redirect', async () => {
    const { webhook_id: id } = (await create(ALLOWED)).json;
    receiver.answer(302, { location: `http://127.0.0.1:${port}/` });
    expect((await app.admin('POST', `/webhooks/${id}/test`)).json.status).toBe(302);
    receiver.answer(204);
    expect(trapped()).toBe(0);
  });
});

describe('a webhook to the own machine, without WEBHOOK_NETWORKS', () => {
  it('is allowed outside production, with a warning in the log', async () => {
    const own = await App.start({ WEBHOOK_NETWORKS: '' });
    const url = `http://localhost:${port}/x`;
    expect((await own.admin('POST', '/webhooks', { url, types: ['*'] })).status).toBe(200);
    const warning = `A webhook leads to localhost:${port}. In production this needs WEBHOOK_NETWORKS.`;
    await own.service.logged(warning);
    const other = await own.admin('POST', '/webhooks', { url: 'http://10.0.0.1/', types: ['*'] });
    expect(other.json.message).toBe(
      'The URL is refused: 10.0.0.1 is not public (private), and WEBHOOK_NETWORKS does not list it.',
    );
    await own.stop();
  });

  it('is refused in production, by a message that names the setting', async () => {
    const own = await App.start({ NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', WEBHOOK_NETWORKS: '' });
    const refused = await own.admin('POST', '/webhooks', { url: 'https://127.0.0.1/', types: ['*'] });
    expectFailure(refused, 'INVALID_URL');
    expect(refused.json.message).toContain('WEBHOOK_NETWORKS');
    await own.stop();
  });
});

describe('a service with a proxy in its environment', () => {
  const proxied = useApp(() => {
    const proxy = `http://127.0.0.1:${port}`;
    return {
      WEBHOOK_NETWORKS: ALLOWED,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      ALL_PROXY: proxy,
      NODE_USE_ENV_PROXY: '1',
    };
  });

  it('sends to the webhook without it', async () => {
    const url = `http://${ALLOWED}:${port}/`;
    const { webhook_id: id } = (await proxied.admin('POST', '/webhooks', { url, types: ['*'] })).json;
    expect((await proxied.admin('POST', `/webhooks/${id}/test`)).json.status).toBe(204);
    expect(trapped()).toBe(0);
  });
});
