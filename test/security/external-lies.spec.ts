import { fencedUser } from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import {
  type Account,
  Cookies,
  type Kind,
  type Lies,
  sendCallback,
  signOutAt,
  useIdp,
  walk,
  walkToCallback,
} from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  authorize,
  exchange,
  pkce,
  redeem,
  signInWith,
  start,
  TENANT,
} from '../support/idp/providers.js';
import { newEmail } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const OTHER = 'https://other.example.com';
const PAST = 1_000_000_000;

const { app, mail } = useMail();
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
    await app.service.logged('Ask the root user.');
    expect(app.service.log).not.toContain(provider.registration.clientSecret);
    expect(app.service.log).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  });
});

describe('a logout token', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  let provider: AddedProvider;
  let person: Account;
  beforeAll(async () => {
    provider = await addLiar({});
  });
  beforeEach(() => {
    person = { ...account(), sid: newEmail() };
  });

  const send = (logout_token: string, id = provider.id) => {
    const body = { raw: new URLSearchParams({ logout_token }).toString(), headers: FORM };
    return app.post(`/api/auth/external/${id}/backchannel-logout`, undefined, body);
  };
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const signIn = async (more: Account = {}) => (await signInWith(app, provider.id, { ...person, ...more })).json;
  const tokenWith = (lies: NonNullable<Lies['idToken']>) => {
    const { sub } = person;
    return provider.idp.logoutToken({ ...lies, claims: { sub, ...lies.claims } });
  };
  const isAlive = async ({ refresh_token }: { refresh_token: string }) =>
    (await app.refresh(refresh_token)).status === 200;

  it('ends the sessions of its subject once, and answers an empty body that is not stored', async () => {
    const [one, other] = [await signIn(), await signIn({ sid: 'another' })];
    const token = await tokenWith({});
    const answer = await send(token);
    expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    for (const session of [one, other]) expect(await isAlive(session)).toBe(false);
    expect((await app.events(one.uid)).at(-1)).toMatchObject({ type: 'session.revoked', data: { reason: 'identity' } });
    const later = await signIn();
    const again = await send(token);
    expect([again.status, again.code, again.headers.get('cache-control')]).toEqual([
      400,
      'INVALID_LOGOUT_TOKEN',
      'no-store',
    ]);
    expect(await isAlive(later)).toBe(true);
  });

  it.each([{}, { sub: null }])('ends only the sessions of its sid, also with the claims %j', async (claims) => {
    const [one, other] = [await signIn(), await signIn({ sid: 'another' })];
    expect((await send(await tokenWith({ claims: { sid: person.sid, ...claims } }))).status).toBe(200);
    expect([await isAlive(one), await isAlive(other)]).toEqual([false, true]);
  });

  it('with a sid and a subject also ends the sessions that began without a sid', async () => {
    const one = await signIn({ sid: undefined });
    expect((await send(await tokenWith({ claims: { sid: person.sid } }))).status).toBe(200);
    expect(await isAlive(one)).toBe(false);
  });

  it('ends no session of the person by another provider or a password', async () => {
    const other = await addLiar({});
    const own = await signIn();
    const elsewhere = (await signInWith(app, other.id, person)).json;
    expect(elsewhere.uid).toBe(own.uid);
    expect((await send(await tokenWith({ claims: { sid: person.sid } }))).status).toBe(200);
    expect([await isAlive(own), await isAlive(elsewhere)]).toEqual([false, true]);
  });

  describe.each<[string, () => Account]>([
    ['a subject', () => ({})],
    ['a sid', () => ({ sid: person.sid, sub: null })],
    ['both', () => ({ sid: person.sid })],
  ])('with %s ends the sign-ins under way', (_what, claims) => {
    const signOut = async () => expect((await send(await tokenWith({ claims: claims() }))).status).toBe(200);

    it('of a person without an account', async () => {
      const code = await authorize(app, provider.id, person);
      const before = await created();
      await signOut();
      expectFailure(await redeem(app, code), 'INVALID_CODE');
      expect(await created()).toEqual(before);
    });

    it('that would link the identity to an account, before and after the first step', async () => {
      const user = await fencedUser(app);
      person.email = user.email;
      const code = await authorize(app, provider.id, person);
      const { mfa_token } = await signIn();
      await signOut();
      expectFailure(await redeem(app, code), 'INVALID_CODE');
      const [recovery_code] = user.recoveryCodes;
      expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token, recovery_code }), 'INVALID_MFA_TOKEN');
      expect(await app.sql('SELECT * FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
    });

    it('that wait for the confirmation of an address', async () => {
      person.email_verified = false;
      const [asked, idle] = [await signIn(), await signIn()].map(({ pending_token }) => ({ pending_token }));
      const found = await mail.codeAfter(person.email ?? '', () => app.post('/api/auth/external/confirm', asked));
      await signOut();
      expectFailure(await app.post('/api/auth/external/confirm/verify', found), 'INVALID_CODE');
      for (const pending of [asked, idle])
        expectFailure(await app.post('/api/auth/external/confirm', pending), 'INVALID_CODE');
    });

    it('of a known identity', async () => {
      await signIn({ sid: 'earlier' });
      const code = await authorize(app, provider.id, person);
      await signOut();
      expectFailure(await redeem(app, code), 'INVALID_CODE');
    });
  });

  it('ends no sign-in under way of another person, another session or another provider', async () => {
    const codes = [
      await authorize(app, provider.id, account()),
      await authorize(app, provider.id, { ...person, sid: 'another' }),
    ];
    const elsewhere = await authorize(app, (await addLiar({})).id, person);
    expect((await send(await tokenWith({ claims: { sid: person.sid } }))).status).toBe(200);
    for (const code of [...codes, elsewhere]) expect((await redeem(app, code)).status).toBe(200);
    expect((await signIn()).uid).toBeDefined();
  });

  it.each([{ sub: 'unknown' }, { sid: 'unknown', sub: null }])(
    'of an unknown person is no failure: %j',
    async (claims) => {
      expect((await send(await tokenWith({ claims }))).status).toBe(200);
    },
  );

  it('is used up by one of many parallel requests', async () => {
    const token = await tokenWith({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.code).toBe('INVALID_LOGOUT_TOKEN');
  });

  const NOW = Math.floor(Date.now() / 1_000);
  it.each<[string, NonNullable<Lies['idToken']>]>([
    ['of another issuer', { claims: { iss: OTHER } }],
    ['without an issuer', { claims: { iss: null } }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['without an audience', { claims: { aud: null } }],
    ['that has expired', { claims: { exp: PAST } }],
    ['that does not expire', { claims: { exp: null } }],
    ['without the time of its issue', { claims: { iat: null } }],
    ['of more than 10 minutes ago', { claims: { iat: NOW - 602 } }],
    ['of the future', { claims: { iat: NOW + 3_600, exp: NOW + 7_200 } }],
    ['without an id', { claims: { jti: null } }],
    ['with an empty id', { claims: { jti: '' } }],
    ['with a number as the id', { claims: { jti: 7 } }],
    ['without events', { claims: { events: null } }],
    ['with another event', { claims: { events: { 'https://events.example.com/other': {} } } }],
    ['with the event as text', { claims: { events: { [EVENT]: 'yes' } } }],
    ['with a list of events', { claims: { events: [EVENT] } }],
    ['with a nonce', { claims: { nonce: 'n' } }],
    ['without a subject and a session', { claims: { sub: null } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a number as the session', { claims: { sid: 7 } }],
    ['with an empty session', { claims: { sid: '' } }],
    ['of the type of an ID token', { header: { typ: 'JWT' } }],
    ['with the algorithm none', { signature: 'none' }],
    ['with the public key as an HMAC secret', { signature: 'hmac' }],
    ['with the signature of another key', { signature: 'other' }],
    ['with an altered signature', { signature: 'broken' }],
    ['with the signature of another algorithm', { header: { alg: 'PS256' } }],
    ['with an unknown key', { header: { kid: 'unknown' } }],
    ['with a critical header', { header: { crit: ['exp'] } }],
  ])('%s is refused, and ends nothing', async (_what, lies) => {
    const session = await signIn();
    const answer = await send(await tokenWith(lies));
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_LOGOUT_TOKEN']);
    expect(await isAlive(session)).toBe(true);
    expect((await send(await tokenWith({}))).status).toBe(200);
  });

  it.each<Record<string, unknown>>([{ typ: undefined }, { typ: 'application/logout+jwt' }])(
    'may have the header %j',
    async (header) => {
      expect((await send(await tokenWith({ header }))).status).toBe(200);
    },
  );

  it('of another provider, of GitHub, or of one that is disabled or unknown is refused', async () => {
    const other = await addLiar({});
    const github = await addProvider(app, idp, 'github');
    const off = await addLiar({});
    await app.admin('PATCH', `/providers/${off.id}`, { enabled: false });
    const own = await off.idp.logoutToken({ claims: { sub: 'a' } });
    for (const [id, token] of [
      [other.id, await tokenWith({})],
      [github.id, await tokenWith({})],
      [off.id, own],
      ['unknown', own],
      ['%00', own],
    ]) {
      expect([(await send(token as string, id)).code, id]).toEqual(['INVALID_LOGOUT_TOKEN', id]);
    }
  });

  it('is needed once, as a field of the form', async () => {
    const token = await tokenWith({});
    for (const raw of [
      '',
      'token=x',
      `logout_token=${token}&logout_token=${token}`,
      'logout_token=',
      'logout_token=a.b.c',
    ]) {
      const answer = await app.post(`/api/auth/external/${provider.id}/backchannel-logout`, undefined, {
        raw,
        headers: FORM,
      });
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_LOGOUT_TOKEN']);
    }
    expect((await send(token)).status).toBe(200);
  });

  it('is refused while the keys of the provider cannot be fetched, and works afterwards', async () => {
    const late = await addLiar({ at: { discovery: { status: 500, body: '{}' } } });
    const token = await late.idp.logoutToken({ claims: { sub: 'a' } });
    expect((await send(token, late.id)).code).toBe('INVALID_LOGOUT_TOKEN');
    await late.idp.lie({});
    expect((await send(token, late.id)).status).toBe(200);
  });
});

describe('a sign-out at a certified provider', () => {
  it.each<Kind>(['google', 'oidc'])('ends the session that began there, by a logout token: %s', async (kind) => {
    const { id, idp: provider } = await addProvider(app, idp, kind, { fields: { email_domains: ['example.com'] } });
    const person = { ...account(), hd: 'example.com' };
    const open = async () => {
      const [keys, cookies] = [pkce(), new Cookies()];
      const { searchParams } = await walk((await start(app, id, keys)).json.url, person, cookies);
      return { cookies, tokens: (await exchange(app, searchParams.get('code'), keys.verifier)).json };
    };
    const [here, there] = [await open(), await open()];
    await signOutAt(provider.origin, here.cookies);
    expect((await app.refresh(here.tokens.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expect((await app.refresh(there.tokens.refresh_token)).status).toBe(200);
  });
});
