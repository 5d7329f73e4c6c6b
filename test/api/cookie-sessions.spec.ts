import { SoftPasskey } from '../support/factors/authenticator.js';
import { codeOf, creation, fencedUser, ORIGIN, PASSKEYS, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { cookieOf, cookieUser, fromPage, PAGE, refreshByCookie, removesCookie } from '../support/http/clients.js';
import { type Answer, about, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, googleAccount, pkce, redeem, unproved } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const { app, mail } = useMail({ APP_URL: `${PAGE}/`, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
const idp = useIdp();
const DAY = 86_400;
const LOGIN = '/api/auth/user/login';
const REFRESH = '/api/auth/user/refresh';
const LOGOUT = '/api/auth/user/logout';

/** A process that is reached by https. */
let secure: Service;
beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
  secure = await app.replica({ BASE_URL: 'https://auth.example.com', RATE_LIMIT: 'on', RATE_LIMIT_REQUESTS: '3' });
});

type Headers = Record<string, string>;
type Door = { path: string; body: object; token?: string };

/** A user who must add a factor before the sign-in, and the `mfa_token`. */
async function enroller(): Promise<{ email: string; token: string }> {
  const { uid, email } = await app.signUp();
  await app.prove(uid);
  await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
  return { email, token: (await app.login(email, PASSWORD)).json.mfa_token };
}

async function externalCode(account = googleAccount(newEmail())): Promise<object> {
  const { code, verifier } = await authorize(app, 'google', account);
  return { code, code_verifier: verifier };
}

const login = async () => ({ body: { email: (await app.signUp()).email, password: PASSWORD } });
const byProvider = async () => ({ body: await externalCode() });

/** Every endpoint that can answer a refresh token, and a call right before it is sent. */
const DOORS: Record<string, () => Promise<Omit<Door, 'path'> & { path?: string }>> = {
  [LOGIN]: login,
  '/api/auth/login': login,
  '/api/auth/user/create': async () => ({ body: { email: newEmail(), password: PASSWORD, login: true } }),
  '/api/auth/mfa/verify': async () => {
    const { email, secret } = await fencedUser(app);
    const { mfa_token } = (await app.login(email, PASSWORD)).json;
    return { body: { mfa_token, code: await codeOf(app, secret, 1) } };
  },
  '/api/auth/email-code/verify': async () => {
    const { email } = await app.signUp();
    return { body: await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email })) };
  },
  '/api/auth/passkey/login': async () => {
    const { passkey } = await passkeyUser(app);
    const { challenge_id, options } = (await app.post('/api/auth/passkey/options')).json;
    return { body: { challenge_id, credential: passkey.get(options) } };
  },
  '/api/auth/external/token': byProvider,
  '/api/auth/token': async () => {
    const { email } = await app.signUp();
    const { verifier: code_verifier, challenge: code_challenge } = pkce();
    const link = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, code_challenge }));
    return { body: { code: (await app.follow(link)).parameter('code'), code_verifier } };
  },
  '/api/auth/external/confirm/verify': async () => {
    const email = newEmail();
    const { pending_token } = (await redeem(app, await authorize(app, 'google', unproved(email)))).json;
    return { body: await mail.codeAfter(email, () => app.post('/api/auth/external/confirm', { pending_token })) };
  },
  '/api/auth/user/mfa/totp/{factor_id}/confirm': async () => {
    const { token } = await enroller();
    const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
    const path = `/api/auth/user/mfa/totp/${factor_id}/confirm`;
    return { path, token, body: { code: await codeOf(app, secret) } };
  },
  [PASSKEYS]: async () => {
    const { token } = await enroller();
    const { challenge_id, options } = await creation(app, token);
    return { token, body: { challenge_id, credential: new SoftPasskey(ORIGIN).create(options) } };
  },
};

const send = ({ path, body, token }: Door, headers: Headers = {}) => app.post(path, body, { token, headers });
const sessionsOf = async (uid: string) =>
  (await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).length;
const counts = async () => (await app.sql('SELECT COUNT(*) AS n FROM sessions'))[0]?.n;

describe.each(Object.entries(DOORS))('%s', (endpoint, begin) => {
  const prepare = async (): Promise<Door> => ({ path: endpoint, ...(await begin()) });

  it('answers the refresh token in the body without the header, and sets no cookie', async () => {
    const answer = await send(await prepare(), { origin: PAGE, cookie: 'latchkey=x' });
    expect(answer.json).toMatchObject({ uid: expect.any(String), refresh_token: expect.any(String) });
    expect(cookieOf(answer)).toBeUndefined();
  });

  it('answers it in the cookie with the header, and all other fields in the body', async () => {
    const answer = await send(await prepare(), fromPage());
    expect(answer.status).toBe(200);
    const { uid, token, expiry, email_verified, metadata, refresh_token } = answer.json;
    expect([token, expiry, email_verified, metadata].map((field) => typeof field)).toEqual([
      'string',
      'number',
      'boolean',
      'string',
    ]);
    expect(refresh_token).toBeUndefined();
    const { value = '', pair, attributes } = cookieOf(answer) ?? {};
    expect(pair).toBe(`latchkey=${value}`);
    expect(readToken(value).claims).toMatchObject({ sub: uid, sid: readToken(token).claims.sid, typ: 'refresh' });
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', expect.stringMatching(/^Max-Age=\d+$/)]);
    expect(Number(attributes?.at(-1)?.slice('Max-Age='.length))).toEqual(about(30 * DAY));
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  });

  it('opens nothing for a page of another origin, and can be sent again by the right one', async () => {
    const door = await prepare();
    const before = await counts();
    for (const origin of ['https://evil.example', 'https://www.app.example.com', 'https://example.com', 'null', '']) {
      const answer = await send(door, { 'x-latchkey-session': 'cookie', ...(origin && { origin }) });
      expectFailure(answer, 'NOT_AUTHENTICATED');
      expect(cookieOf(answer)).toBeUndefined();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(await counts()).toBe(before);
    expect((await send(door, fromPage())).status).toBe(200);
  });

  it('refuses another value of the header, and a refresh token in the body', async () => {
    const door = await prepare();
    expectFailure(await send(door, { ...fromPage(), 'x-latchkey-session': 'token' }), 'INVALID_REQUEST');
    const both = await send({ ...door, body: { ...door.body, refresh_token: 'x' } }, fromPage());
    expectFailure(both, 'INVALID_REQUEST');
    expect(cookieOf(both)).toBeUndefined();
  });
});

describe('a page of another origin', () => {
  it('is refused before its body is read', async () => {
    const call = { raw: '{', headers: { ...fromPage(undefined, 'https://evil.example'), 'content-type': 'text/xml' } };
    for (const path of [LOGIN, REFRESH, LOGOUT, PASSKEYS])
      expectFailure(await app.post(path, undefined, call), 'NOT_AUTHENTICATED');
  });

  it('refreshes and ends nothing, and the cookie stays', async () => {
    const { uid, cookie } = await cookieUser(app);
    const headers = fromPage(cookie, 'https://www.example.com');
    for (const path of [REFRESH, LOGOUT]) {
      const answer = await app.post(path, {}, { headers });
      expectFailure(answer, 'NOT_AUTHENTICATED');
      expect(cookieOf(answer)).toBeUndefined();
    }
    expect(await app.sql('SELECT generation FROM sessions WHERE uid = ? ORDER BY created_at DESC', [uid])).toEqual([
      { generation: 0 },
      { generation: 0 },
    ]);
    expect((await refreshByCookie(app, cookie)).status).toBe(200);
  });
});

describe('a refresh by the cookie', () => {
  it('answers an access token, and sets the next refresh token as the cookie', async () => {
    const { uid, cookie } = await cookieUser(app);
    const answer = await refreshByCookie(app, cookie);
    expect(answer.json).toEqual({ uid, access_token: expect.any(String), expiry: expect.any(Number) });
    const next = cookieOf(answer)?.value ?? '';
    expect(readToken(next).claims.gen).toBe(1);
    expect((await refreshByCookie(app, `other=1; latchkey=${next}; last=2`)).status).toBe(200);
  });

  it.each([
    ['no cookie', () => undefined],
    ['an empty cookie', () => 'latchkey='],
    ['a cookie of another name', (own: string) => own.replace('latchkey', 'latchkey2')],
    ['two cookies of the name', (own: string) => `${own}; ${own}`],
    ['garbage', () => 'latchkey=garbage'],
  ])('with %s fails with INVALID_REFRESH_TOKEN and removes the cookie', async (_title, spoil) => {
    const { cookie } = await cookieUser(app);
    const answer = await app.post(REFRESH, {}, { headers: fromPage(spoil(cookie)) });
    expectFailure(answer, 'INVALID_REFRESH_TOKEN');
    expect(removesCookie(answer)).toBe(true);
    expect((await refreshByCookie(app, cookie)).status).toBe(200);
  });

  it('does not take a cookie for its own whose name only looks the same, which another host of the site can set', async () => {
    const { cookie } = await cookieUser(app);
    // This sends the byte A0 as it is, a blank of Latin-1.
    const refresh = (cookies: string) =>
      fetch(app.service.url + REFRESH, { method: 'POST', headers: fromPage(cookies) }).then(({ status }) => status);
    expect(await refresh(`\u00a0${cookie}`)).toBe(400);
    expect(await refresh(`\u00a0latchkey=garbage; ${cookie}`)).toBe(200);
  });

  it('without the header reads no cookie, and removes none', async () => {
    const { cookie } = await cookieUser(app);
    const answer = await app.post(REFRESH, {}, { headers: { origin: PAGE, cookie } });
    expectFailure(answer, 'INVALID_REFRESH_TOKEN');
    expect(cookieOf(answer)).toBeUndefined();
  });

  it('accepts each token that was replaced in the grace period, and no older one', async () => {
    const { cookie: first } = await cookieUser(app);
    const second = cookieOf(await refreshByCookie(app, first))?.pair ?? '';
    await app.advance(6);
    const third = cookieOf(await refreshByCookie(app, second))?.pair ?? '';
    const fourth = cookieOf(await refreshByCookie(app, third))?.pair ?? '';
    for (const cookie of [first, second, third]) {
      const { pair = '' } = cookieOf(await refreshByCookie(app, cookie)) ?? {};
      expect(readToken(pair.split('=')[1] ?? '').claims.gen).toBe(3);
    }
    await app.advance(6);
    expect((await refreshByCookie(app, second)).status).toBe(200);
    expectFailure(await refreshByCookie(app, first), 'INVALID_REFRESH_TOKEN');
    expectFailure(await refreshByCookie(app, fourth), 'INVALID_REFRESH_TOKEN');
  });

  it.each([1, 2])(
    'ends the session by an old token, also right after %d more refreshes of the owner',
    async (refreshes) => {
      const { uid, cookie: stolen } = await cookieUser(app);
      let own = cookieOf(await refreshByCookie(app, stolen))?.pair ?? '';
      await app.advance(3_600);
      for (let done = 0; done < refreshes; done++) own = cookieOf(await refreshByCookie(app, own))?.pair ?? '';
      expectFailure(await refreshByCookie(app, stolen), 'INVALID_REFRESH_TOKEN');
      expectFailure(await refreshByCookie(app, own), 'INVALID_REFRESH_TOKEN');
      expect((await app.events(uid)).map(({ type }) => type)).toContain('session.reuse_detected');
    },
  );

  it('of an older token without the header still ends the session', async () => {
    const { cookie } = await cookieUser(app);
    const second = cookieOf(await refreshByCookie(app, cookie))?.pair ?? '';
    await refreshByCookie(app, second);
    expectFailure(await app.refresh(cookie.split('=')[1]), 'INVALID_REFRESH_TOKEN');
    expect(removesCookie(await refreshByCookie(app, second))).toBe(true);
  });

  it('with an expired token fails with EXPIRED_JWT and removes the cookie', async () => {
    const { cookie } = await cookieUser(app);
    await app.advance(30 * DAY + 1);
    const answer = await refreshByCookie(app, cookie);
    expectFailure(answer, 'EXPIRED_JWT');
    expect(removesCookie(answer)).toBe(true);
  });

  it('that is refused by a limit or for its body leaves the cookie as it is', async () => {
    const { cookie } = await cookieUser(app);
    const overHttps = `__Host-${cookie}`;
    const headers = fromPage(overHttps);
    const malformed = await secure.call('POST', REFRESH, { raw: '[]', headers });
    expect([malformed.code, cookieOf(malformed)]).toEqual(['UNSUPPORTED_MEDIA_TYPE', undefined]);
    const answers: Answer[] = [];
    for (let sent = 0; sent < 3; sent++) answers.push(await secure.call('POST', REFRESH, { body: {}, headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(cookieOf(answers[0] as Answer)).toMatchObject({
      pair: expect.stringMatching(/^__Host-latchkey=ey/),
      attributes: ['Path=/', 'HttpOnly', 'SameSite=Strict', expect.stringMatching(/^Max-Age=/), 'Secure'],
    });
    expect(cookieOf(answers[2] as Answer)).toBeUndefined();
  });
});

describe('a logout by the cookie', () => {
  const logOut = (cookie: string | undefined, body: object = {}, token?: string) =>
    app.post(LOGOUT, body, { token, headers: fromPage(cookie) });

  it('ends the session of the cookie alone, without an access token, and removes the cookie', async () => {
    const { uid, cookie } = await cookieUser(app);
    const answer = await logOut(cookie);
    expectNothing(answer);
    expect(removesCookie(answer)).toBe(true);
    expect(await sessionsOf(uid)).toBe(1);
    expectFailure(await refreshByCookie(app, cookie), 'INVALID_REFRESH_TOKEN');
    expect((await app.events(uid)).at(-1)).toMatchObject({ type: 'session.revoked', actor: `user:${uid}` });
  });

  it('with all ends every session of its user', async () => {
    const { uid, cookie } = await cookieUser(app);
    const answer = await logOut(cookie, { all: true });
    expectNothing(answer);
    expect([removesCookie(answer), await sessionsOf(uid)]).toEqual([true, 0]);
  });

  it('ignores the access token of another user', async () => {
    const [own, other] = [await cookieUser(app), await cookieUser(app)];
    expectNothing(await logOut(own.cookie, { all: true }, other.token));
    expect([await sessionsOf(own.uid), await sessionsOf(other.uid)]).toEqual([0, 2]);
    expectNothing(await logOut(other.cookie, { all: true }, 'garbage'));
    expect(await sessionsOf(other.uid)).toBe(0);
  });

  it('without a living session ends nothing, says so where more was to end, and removes the cookie', async () => {
    const { uid, cookie } = await cookieUser(app);
    await logOut(cookie);
    for (const dead of [undefined, 'latchkey=garbage', cookie]) {
      for (const more of [{ all: true }, { parent: true }]) {
        const answer = await logOut(dead, more);
        expectFailure(answer, 'NOT_AUTHENTICATED');
        expect(removesCookie(answer)).toBe(true);
      }
      const again = await logOut(dead);
      expectNothing(again);
      expect(removesCookie(again)).toBe(true);
    }
    expect(await sessionsOf(uid)).toBe(1);
  });

  it.each([{ all: 'true' }, { all: 1 }, { all: null }, { refresh_token: 'x' }])(
    'with the body %j fails with INVALID_REQUEST, and the cookie stays',
    async (body) => {
      const { uid, cookie } = await cookieUser(app);
      const answer = await logOut(cookie, body);
      expectFailure(answer, 'INVALID_REQUEST');
      expect([cookieOf(answer), await sessionsOf(uid)]).toEqual([undefined, 2]);
    },
  );

  it('without the header needs an access token as before, and ignores all', async () => {
    const { uid, cookie, token } = await cookieUser(app);
    expectFailure(await app.post(LOGOUT, {}, { headers: { cookie, origin: PAGE } }), 'NOT_AUTHENTICATED');
    const answer = await app.post(LOGOUT, { all: 'no' }, { token, headers: { cookie } });
    expectNothing(answer);
    expect([cookieOf(answer), await sessionsOf(uid)]).toEqual([undefined, 0]);
  });
});

it('the cookie alone authorises nothing but a refresh and a logout', async () => {
  const { cookie } = await cookieUser(app);
  const calls = [
    app.get('/api/auth/user', { headers: fromPage(cookie) }),
    app.get('/api/auth/user/sessions', { headers: fromPage(cookie) }),
    app.put('/api/auth/user', { metadata: '1' }, { headers: fromPage(cookie) }),
    app.get('/api/admin/users', { headers: fromPage(cookie) }),
  ];
  for (const answer of await Promise.all(calls)) expectFailure(answer, 'NOT_AUTHENTICATED');
});

describe('the OpenAPI document', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as data
  type Json = any;
  let operations: [name: string, operation: Json][];
  let document: Json;
  beforeAll(async () => {
    document = (await app.get('/openapi.json')).json;
    operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
    );
  });

  const namesOf = (wanted: (operation: Json) => boolean) =>
    operations.filter(([, operation]) => wanted(operation)).map(([name]) => name);
  /** Where the header is required, the session is also in an access token, and the cookie stays as it is. */
  const hasHeader = ({ parameters }: Json) =>
    parameters.some(({ name, required }: Json) => name === 'X-Latchkey-Session' && !required);

  /** Whether a part of the document has a field of this name, at any depth. */
  function hasField(part: Json, field: string): boolean {
    if (typeof part !== 'object' || part === null) return false;
    const { $ref, properties } = part;
    if (Object.hasOwn(Object(properties), field)) return true;
    if ($ref !== undefined) return hasField(document.components.schemas[$ref.split('/').at(-1)], field);
    return Object.values(part).some((inner) => hasField(inner, field));
  }

  it('describes the header at every endpoint that answers or takes a refresh token, and at no other', () => {
    const successes = ({ responses }: Json) => Object.entries(responses).filter(([status]) => status < '300');
    const handsOut = namesOf((operation) => hasField([successes(operation), operation.requestBody], 'refresh_token'));
    expect(handsOut.length).toBeGreaterThan(10);
    expect(namesOf(hasHeader)).toEqual(handsOut);
    expect(namesOf(({ responses }) => responses['200']?.headers?.['Set-Cookie'])).toEqual(handsOut);
  });

  it('has no endpoint with the header that the table of doors lacks, except a refresh and a logout', () => {
    // The last one is for the pages alone.
    const tested = [...Object.keys(DOORS), REFRESH, LOGOUT, '/api/auth/magic-link/login'].map((path) => `post ${path}`);
    expect(namesOf(hasHeader).sort()).toEqual(tested.sort());
  });
});
