import { newEmail, useApp } from '../support/app.js';
import { type Account, type Kind, type Lies, useIdp } from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  exchange,
  pkce,
  signInWith,
  start,
  TENANT,
} from '../support/idp/providers.js';
import { sendCallback, walk, walkToCallback } from '../support/idp/walk.js';

const OTHER = 'https://other.example.com';
const PAST = 1_000_000_000;

const app = useApp();
const idp = useIdp();

/** An account that signs up at once if the service believes the provider. */
const account = (): Account => {
  const email = newEmail();
  return { sub: email, email, email_verified: true };
};

/** A provider that may speak for the addresses of the accounts. */
const addLiar = (lies: Lies): Promise<AddedProvider> =>
  addProvider(app, idp, 'liar', { lies, fields: { email_domains: ['example.com'] } });

/** What a sign-in creates. */
async function created(): Promise<unknown[]> {
  const tables = ['users', 'sessions', 'identities'];
  return Promise.all(tables.map(async (table) => (await app.sql(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count));
}

/** The error at the callback after a sign-in. */
async function errorOf(id: string, visitor: Account = account(), more: object = {}): Promise<string | null> {
  const started = await start(app, id, pkce(), { ...more });
  const { searchParams } = await walk(started.json.url, visitor);
  expect(searchParams.has('code')).toBe(false);
  return searchParams.get('error');
}

it('accepts the provider of these tests while it tells the truth', async () => {
  const before = await created();
  const { id } = await addLiar({});
  const keys = pkce();
  const { searchParams } = await walk((await start(app, id, keys, { max_age: 60 })).json.url, account());
  expect((await exchange(app, searchParams.get('code'), keys.verifier)).status).toBe(200);
  expect(await created()).toEqual(before.map((count) => Number(count) + 1));
});

it.each<[Kind, Account]>([
  ['microsoft', { ...account(), xms_edov: true, tid: TENANT, oid: 'o1' }],
  ['github', { id: 7, login: 'octocat', emails: [{ email: newEmail(), primary: true, verified: true }] }],
])('accepts %s while it tells the truth', async (kind, visitor) => {
  const { id } = await addProvider(app, idp, kind);
  expect((await signInWith(app, id, visitor)).status).toBe(200);
});

describe('a sign-in is refused as PROVIDER_ERROR, and creates nothing,', () => {
  /** What the provider says, and parameters of the start. */
  const LIES: [string, Lies, object?][] = [
    ['with the issuer of another provider', { idToken: { claims: { iss: OTHER } } }],
    ['without an issuer', { idToken: { claims: { iss: null } } }],
    ['with another audience', { idToken: { claims: { aud: 'another-client' } } }],
    ['without an audience', { idToken: { claims: { aud: null } } }],
    ['with an empty audience', { idToken: { claims: { aud: [] } } }],
    ['with the authorized party of another client', { idToken: { claims: { azp: 'another-client' } } }],
    ['with another nonce', { idToken: { claims: { nonce: 'another' } } }],
    ['without a nonce', { idToken: { claims: { nonce: null } } }],
    ['with an expired ID token', { idToken: { claims: { exp: PAST } } }],
    ['with an ID token that does not expire', { idToken: { claims: { exp: null } } }],
    ['with an expiry as text', { idToken: { claims: { exp: '9999999999' } } }],
    ['with an ID token without the time of its issue', { idToken: { claims: { iat: null } } }],
    ['with an empty subject', { idToken: { claims: { sub: '' } } }],
    ['with a blank subject', { idToken: { claims: { sub: '  ' } } }],
    ['with a number as the subject', { idToken: { claims: { sub: 5 } } }],
    ['without a subject', { idToken: { claims: { sub: null } } }],
    ['with a subject of 256 characters', { idToken: { claims: { sub: 'x'.repeat(256) } } }],
    ['with the algorithm none', { idToken: { signature: 'none' } }],
    ['with the algorithm none and a signature', { idToken: { header: { alg: 'none' } } }],
    ['with the public key as an HMAC secret', { idToken: { signature: 'hmac' } }],
    ['with the signature of another key', { idToken: { signature: 'other' } }],
    ['with an altered signature', { idToken: { signature: 'broken' } }],
    ['with an algorithm that does not fit the key', { idToken: { header: { alg: 'ES256' } } }],
    ['with the signature of another algorithm', { idToken: { header: { alg: 'PS256' } } }],
    ['with an unknown key', { idToken: { header: { kid: 'unknown' } } }],
    ['with a critical header', { idToken: { header: { crit: ['exp'] } } }],
    [
      'without the time of the sign-in that was asked for',
      { idToken: { claims: { auth_time: null } } },
      { max_age: 60 },
    ],
    ['with an older sign-in than was asked for', { idToken: { claims: { auth_time: PAST } } }, { max_age: 60 }],
    ['with a time of the sign-in as text', { idToken: { claims: { auth_time: 'now' } } }, { max_age: 60 }],
    ['with the issuer of another provider beside the code', { answer: { iss: OTHER } }],
    ['without the issuer beside the code', { answer: { iss: null } }],
    ['with an unknown code', { answer: { code: 'unknown' } }],
    ['without a code', { answer: { code: null } }],
    ['with an error beside the code', { answer: { error: 'server_error' } }],
    ['without an ID token', { token: { id_token: null } }],
    ['with an ID token that is none', { token: { id_token: 'a.b.c' } }],
    ['with an unknown type of tokens', { token: { token_type: 'mac' } }],
    ['with no keys', { jwks: { keys: [] } }],
    ['with keys that are no list', { jwks: { keys: 'none' } }],
  ];

  it.each(LIES.map(([what, lies, more = {}]) => [what, lies, more] as const))('%s', async (_what, lies, more) => {
    const before = await created();
    const { id } = await addLiar(lies);
    expect(await errorOf(id, account(), more)).toBe('PROVIDER_ERROR');
    expect(await created()).toEqual(before);
  });

  it('with several audiences and no authorized party', async () => {
    const before = await created();
    const { id, idp: provider } = await addLiar({});
    await provider.lie({ idToken: { claims: { aud: [`client-of-${id}`, 'another-client'] } } });
    expect(await errorOf(id)).toBe('PROVIDER_ERROR');
    expect(await created()).toEqual(before);
  });

  it('with a key that the ID token brings along', async () => {
    const { id, idp: provider } = await addLiar({});
    const { keys } = JSON.parse(await (await fetch(`${provider.origin}/jwks`)).text());
    await provider.lie({ idToken: { signature: 'other', header: { jwk: keys[0], jku: `${OTHER}/jwks` } } });
    expect(await errorOf(id)).toBe('PROVIDER_ERROR');
  });

  it.each<[string, Account]>([
    ['without a tenant', { oid: 'o1' }],
    ['without the id of an object', { tid: TENANT }],
    ['with a number as the id of an object', { tid: TENANT, oid: 7 }],
    ['with the issuer of another tenant', { tid: TENANT, oid: 'o1', iss: 'http://localhost/other/v2.0' }],
  ])('%s, from Microsoft', async (_what, claims) => {
    const before = await created();
    const { id } = await addProvider(app, idp, 'microsoft');
    expect(await errorOf(id, { ...account(), xms_edov: true, ...claims })).toBe('PROVIDER_ERROR');
    expect(await created()).toEqual(before);
  });

  it('of a tenant of Microsoft that is not in the list', async () => {
    const { id } = await addProvider(app, idp, 'microsoft', { fields: { tenants: [TENANT] } });
    const tid = TENANT.replace('1', '2');
    expect(await errorOf(id, { ...account(), xms_edov: true, tid, oid: 'o1' })).toBe('PROVIDER_ERROR');
  });

  it.each<[string, Account]>([
    ['without an id', {}],
    ['with an id as text', { id: '7' }],
    ['with a negative id', { id: -7 }],
  ])('%s, from GitHub', async (_what, claims) => {
    const before = await created();
    const { id } = await addProvider(app, idp, 'github');
    const emails = [{ email: newEmail(), primary: true, verified: true }];
    expect(await errorOf(id, { login: 'octocat', emails, ...claims })).toBe('PROVIDER_ERROR');
    expect(await created()).toEqual(before);
  });
});

describe('the callback', () => {
  it.each<[string, Lies]>([
    ['another state', { answer: { state: 'another' } }],
    ['no state', { answer: { state: null } }],
  ])('refuses %s with INVALID_STATE', async (_what, lies) => {
    const before = await created();
    const { id } = await addLiar(lies);
    const callback = await walkToCallback((await start(app, id, pkce())).json.url, account());
    const answer = await sendCallback(callback);
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_STATE']);
    expect(await created()).toEqual(before);
  });

  it('accepts an answer once', async () => {
    const { id } = await addLiar({ reuse: true });
    const callback = await walkToCallback((await start(app, id, pkce())).json.url, account());
    expect((await sendCallback(callback)).status).toBe(302);
    const again = await sendCallback(callback);
    expect([again.status, again.code]).toEqual([400, 'INVALID_STATE']);
  });

  it('refuses the code of another visitor, which an attacker has put into the answer', async () => {
    const { id } = await addLiar({ reuse: true });
    const stolen = await walkToCallback((await start(app, id, pkce())).json.url, account());
    const own = await walkToCallback((await start(app, id, pkce())).json.url, account());
    const mixed = new URL(own.url);
    mixed.searchParams.set('code', new URL(stolen.url).searchParams.get('code') ?? '');
    const answer = await sendCallback({ url: mixed.href });
    expect(answer.parameter('error')).toBe('PROVIDER_ERROR');
  });

  it('of a provider refuses the state of another one (mix-up)', async () => {
    const [honest, attacker] = [await addLiar({}), await addLiar({})];
    const callback = await walkToCallback((await start(app, honest.id, pkce())).json.url, account());
    const answer = await sendCallback({ url: callback.url.replace(honest.id, attacker.id) });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_STATE']);
    expect((await attacker.idp.requests()).filter(({ path }) => path === '/token')).toEqual([]);
  });

  it('of a provider refuses the issuer of another one beside the code (mix-up)', async () => {
    const [honest, attacker] = [await addLiar({}), await addLiar({})];
    await honest.idp.lie({ answer: { iss: attacker.idp.origin } });
    expect(await errorOf(honest.id)).toBe('PROVIDER_ERROR');
    expect((await honest.idp.requests()).filter(({ path }) => path === '/token')).toEqual([]);
  });

  it('writes no secret of a provider to the log, and no text of a provider to the URL', async () => {
    const { id, idp: provider } = await addLiar({
      answer: { error: 'server_error', error_description: 'Ask the root user.' },
    });
    const { searchParams } = await walk((await start(app, id, pkce())).json.url, account());
    expect(searchParams.get('message')).not.toContain('root');
    await app.service.until(() => app.service.log.includes('Ask the root user.'));
    expect(app.service.log).not.toContain(provider.registration.clientSecret);
    expect(app.service.log).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  });
});
