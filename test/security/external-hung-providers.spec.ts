import { ORIGIN, passkeyLogin, passkeyUser } from '../support/factors/passkeys.js';
import type { Answer } from '../support/http/http.js';
import { type Account, type Lies, type Misbehaviour, useIdp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, pkce, start } from '../support/idp/providers.js';
import { walk } from '../support/idp/walk.js';
import { whileAdvancing } from '../support/service/advancing.js';
import { newEmail, useApp } from '../support/service/app.js';

/** The service reads 1 MiB; the system buffers some more on both sides. */
const MOST_BYTES = 32 * 1024 * 1024;
const INSECURE = 'http://provider.example.com';

const app = useApp({ APP_URL: ORIGIN });
const idp = useIdp();

const account = (): Account => {
  const email = newEmail();
  return { sub: email, email, email_verified: true };
};

const addLiar = (lies: Lies): Promise<AddedProvider> =>
  addProvider(app, idp, 'liar', { lies, fields: { email_domains: ['example.com'] } });

const begin = (id: string): Promise<Answer> => start(app, id, pkce());

/** The error at the callback. */
async function errorOf(id: string): Promise<string | null> {
  return (await walk((await begin(id)).json.url, account())).searchParams.get('error');
}

const usersNow = async () => (await app.sql('SELECT COUNT(*) AS count FROM users'))[0]?.count;

const BAD: [string, Misbehaviour][] = [
  ['answers without an end', 'huge'],
  ['redirects to another server', { redirect: 'http://127.0.0.1:9/' }],
  ['redirects to itself', { redirect: '?again' }],
  ['fails', { status: 500, body: '<html>' }],
  ['answers with no JSON', { status: 200, body: '<html>' }],
  ['answers with JSON that is no object', { status: 200, body: '[null]' }],
  ['closes the object too early', { status: 200, body: '{' }],
];

describe('a provider whose discovery document', () => {
  it.each(BAD)('%s is refused at the start', async (_what, misbehaviour) => {
    const { id, idp: provider } = await addLiar({ at: { discovery: misbehaviour } });
    expect((await begin(id)).code).toBe('PROVIDER_ERROR');
    for (const { sent = 0 } of await provider.requests()) expect(sent).toBeLessThan(MOST_BYTES);
    expect((await provider.requests()).map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['names another issuer', { issuer: 'https://other.example.com' }],
    ['names its issuer with a slash more', {}],
    ['names no issuer', { issuer: null }],
    ['has an authorization endpoint without TLS', { authorization_endpoint: `${INSECURE}/authorize` }],
    ['has a token endpoint without TLS', { token_endpoint: `${INSECURE}/token` }],
    ['has keys without TLS', { jwks_uri: `${INSECURE}/jwks` }],
    ['has no token endpoint', { token_endpoint: null }],
    ['has a script as its authorization endpoint', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s is refused', async (what, discovery) => {
    const before = await usersNow();
    const { id, idp: provider } = await addLiar({ discovery });
    if (what.includes('slash')) await provider.lie({ discovery: { issuer: `${provider.origin}/` } });
    const started = await begin(id);
    expect(started.code ?? (await walkError(started))).toBe('PROVIDER_ERROR');
    expect(await usersNow()).toBe(before);
  });

  async function walkError(started: Answer): Promise<string | null> {
    return (await walk(started.json.url, account())).searchParams.get('error');
  }

  it('hangs is given up, and works once it answers', async () => {
    const { id, idp: provider } = await addLiar({ at: { discovery: 'hang' } });
    const started = begin(id);
    expect((await app.get('/health/ready')).status).toBe(200);
    expect((await whileAdvancing(app.service, started)).code).toBe('PROVIDER_ERROR');
    await provider.lie({});
    expect((await begin(id)).status).toBe(200);
    expect((await provider.requests())[0]).toMatchObject({ closed: true });
  });
});

describe.each(['token', 'jwks'] as const)('a provider whose endpoint %s', (endpoint) => {
  it.each(BAD)('%s is refused at the callback', async (_what, misbehaviour) => {
    const before = await usersNow();
    const { id, idp: provider } = await addLiar({ at: { [endpoint]: misbehaviour } });
    expect(await errorOf(id)).toBe('PROVIDER_ERROR');
    for (const { sent = 0 } of await provider.requests()) expect(sent).toBeLessThan(MOST_BYTES);
    expect(await usersNow()).toBe(before);
  });

  it('hangs is given up, and holds no sign-up and no sign-in with a password or a passkey', async () => {
    const { email, password, passkey } = await passkeyUser(app);
    const { id, idp: provider } = await addLiar({ at: { [endpoint]: 'hang' } });
    const refused = errorOf(id);
    await app.service.until(async () => (await provider.requests()).some(({ path }) => path === `/${endpoint}`));
    const others = Array.from({ length: 10 }, () => [
      app.signUp().then(() => ({ status: 200 })),
      app.login(email, password),
      passkeyLogin(app, passkey),
    ]);
    const answers = await Promise.all(others.flat());
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(await whileAdvancing(app.service, refused)).toBe('PROVIDER_ERROR');
  });
});
