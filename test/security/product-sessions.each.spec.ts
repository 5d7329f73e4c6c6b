import { codeOf, fence } from '../support/factors/factors.js';
import { cookieOf, fromPages, pagesUser, productSession } from '../support/http/clients.js';
import { administrator, type ConsoleBrowser, signedIn } from '../support/http/console.js';
import { type Answer, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider } from '../support/idp/providers.js';
import { API_KEYS, KEY_FACTS, WITH_KEYS } from '../support/machines/clients.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { readList, sessionOf } from '../support/service/tokens.js';

const HOUR = 3_600;
const DAY = 86_400;
const USER = '/api/auth/user';
const NEW_PASSWORD = `${PASSWORD} 2`;
const TTL = 3 * DAY;

const app = useApp({ ...WITH_KEYS, REFRESH_TOKEN_TTL: String(TTL), MAX_SESSIONS: '4', IMPERSONATION: 'on' });
const idp = useIdp();

/** A process where a sign-in is recent whatever its age. */
let ageless: Service;
beforeAll(async () => {
  const BASE_URL = app.service.url.replace('127.0.0.1', 'localhost');
  ageless = await app.replica({ REAUTH_MAX_AGE: '0', BASE_URL });
});

interface Tokens {
  token: string;
  refresh_token: string;
}

const refreshPages = (cookie: string) => app.post(`${USER}/refresh`, {}, { headers: fromPages(app, cookie) });
const prove = (token: string, proof: object) => app.post(`${USER}/reauthenticate`, proof, { token });
const logout = (token: string, body: object) => app.post(`${USER}/logout`, body, { token });
const rowOf = async (token: string) =>
  (await app.sql('SELECT * FROM sessions WHERE session_id = ?', [sessionOf(token)]))[0];
const change = (token: string, values: string) =>
  app.sql(`UPDATE sessions SET ${values} WHERE session_id = ?`, [sessionOf(token)]);
const listed = async (token: string): Promise<Record<string, unknown>[]> =>
  (await app.get(`${USER}/sessions`, { token })).json.sessions;
const idsIn = async (token: string) => (await listed(token)).map(({ session_id }) => session_id);
/** Whether each of these sessions can be refreshed. */
const living = async (...tokens: Tokens[]) => {
  const answers: boolean[] = [];
  for (const { refresh_token } of tokens) answers.push((await app.refresh(refresh_token)).status === 200);
  return answers;
};

/** A user with a proved address at the pages, with sessions of products. */
async function signedInto(products: number) {
  const pages = await pagesUser(app);
  await app.prove(pages.uid);
  const sessions: Tokens[] = [];
  while (sessions.length < products) sessions.push(await productSession(app, pages));
  return { pages, products: sessions as [Tokens, Tokens] };
}

describe('a proof that a session of a product has from the pages', () => {
  const code_challenge = 'x'.repeat(43);
  /** What these operations need in their bodies before they ask for the proof. */
  const BODIES: Record<string, object> = {
    [`put ${USER}`]: { email: newEmail() },
    [`patch ${USER}/change-password`]: { old_password: PASSWORD, new_password: NEW_PASSWORD },
    [`put ${USER}/mfa`]: { enabled: false },
    [`patch ${USER}/mfa/totp/{factor_id}`]: { name: 'Mine' },
    [`post ${API_KEYS}`]: KEY_FACTS,
    [`post ${USER}/identities/{id}/start`]: { code_challenge },
  };
  /** These are refused before: by the cookie of the pages, and by a passkey whose options the session does not get. */
  const NEED_MORE = [`post ${USER}/code`, `post ${USER}/passkeys`];
  const CHANGES: [string, (token: string) => Promise<Answer>][] = [
    ['a change of the email', (token) => app.put(USER, { email: newEmail() }, { token })],
    ['an authenticator app', (token) => app.post(`${USER}/mfa/totp`, { name: 'Mine' }, { token })],
    ['a passkey', (token) => app.post(`${USER}/passkeys/options`, {}, { token })],
    ['an API key', (token) => app.post(API_KEYS, KEY_FACTS, { token })],
    ['the own data', (token) => app.get(`${USER}/data`, { token })],
    ['the deletion of the account', (token) => app.delete(USER, { token })],
  ];

  it('does for no change that needs a recent sign-in, and one in another product does not either', async () => {
    const { pages, products } = await signedInto(2);
    expect((await prove(products[1].token, { password: PASSWORD })).status).toBe(200);
    for (const [what, attempt] of CHANGES) {
      const { code, json } = await attempt(products[0].token);
      expect([what, code, json.methods]).toEqual([what, 'REAUTHENTICATION_REQUIRED', ['password']]);
    }
    expect((await app.post(API_KEYS, KEY_FACTS, { token: pages.token })).status).toBe(200);
  });

  it('does for no operation that says in OpenAPI that it can need a recent sign-in, also with both factors', async () => {
    const pages = await pagesUser(app);
    const { secret } = await fence(app, pages);
    await addProvider(app, idp, 'google', { id: 'google' });
    expect((await prove(pages.token, { code: await codeOf(app, secret, 1) })).status).toBe(200);
    const { token } = await productSession(app, pages);
    expect(readToken(token).claims.acr).toBe('aal2');
    const { paths } = (await app.get('/openapi.json')).json as { paths: Record<string, Record<string, object>> };
    const asked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)

        .filter(
          ([, operation]) =>
            path.startsWith('/api/auth/') && JSON.stringify(operation).includes('REAUTHENTICATION_REQUIRED'),
        )
        .map(([method]) => `${method} ${path}`),
    );
    const refused: string[] = [];
    for (const operation of asked) {
      const [method = '', path = ''] = operation.split(' ');
      const url = path.replace('{id}', 'google').replaceAll(/{\w+}/g, '019391a0-0000-7000-8000-000000000001');
      const body = BODIES[operation] ?? {};
      const answer = await app.service.call(method.toUpperCase(), url, { token, ...(method !== 'get' && { body }) });
      if (answer.code === 'REAUTHENTICATION_REQUIRED') refused.push(operation);
    }
    expect(asked.filter((operation) => !refused.includes(operation)).sort()).toEqual(NEED_MORE);
  });

  it.each(CHANGES)('does not keep from %s after a new proof in that session', async (_what, attempt) => {
    const { products } = await signedInto(1);
    const [{ token, refresh_token }] = products;
    const { json } = await prove(token, { password: PASSWORD });
    expect(readToken(json.access_token).claims).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
    const { access_token } = (await app.refresh(refresh_token)).json;
    expect((await attempt(access_token)).status).toBe(200);
  });

  it('does not count without a limit of age, either', async () => {
    const { pages, products } = await signedInto(1);
    const put = (token: string) => ageless.call('PUT', USER, { body: { email: newEmail() }, token });
    expectFailure(await put(products[0].token), 'REAUTHENTICATION_REQUIRED');
    await change(pages.token, `auth_time = auth_time - ${DAY}`);
    expectNothing(await put(pages.token));
  });

  it('is no factor of a session that has shown a password alone', async () => {
    const { pages } = await signedInto(0);
    const { secret, uid } = await fence(app, pages);
    const [product] = [await productSession(app, pages)];
    const { token } = product;
    const { auth_time } = readToken(token).claims;
    expect(readToken(token).claims).toMatchObject({
      acr: 'aal2',
      auth_time: readToken(product.token).claims.auth_time,
    });
    // Sign-ins ask for no factor for a while, as after a sign-in by a passkey.
    await app.sql('UPDATE users SET mfa_enabled = 0 WHERE uid = ?', [uid]);
    await app.advance(5);
    const { json } = await prove(token, { password: PASSWORD });
    expect(readToken(json.access_token).claims).toMatchObject({ acr: 'aal2', auth_time });
    await app.sql('UPDATE users SET mfa_enabled = 1 WHERE uid = ?', [uid]);
    const renew = () => app.post(`${USER}/mfa/recovery-codes`, {}, { token });
    expectFailure(await renew(), 'REAUTHENTICATION_REQUIRED');
    const proved = await prove(token, { code: await codeOf(app, secret, 1) });
    expect(readToken(proved.json.access_token).claims.auth_time).toBeGreaterThan(auth_time);
    expect((await renew()).status).toBe(200);
  });
});

describe('a session of a product', () => {
  it('opens as a use of that of the pages, so no token outlives it, and the metrics count no session without a host', async () => {
    const pages = await pagesUser(app);
    await app.advance(TTL - HOUR);
    const { token } = await refreshed(pages);
    await change(token, `expires_at = created_at + ${TTL - HOUR + 60}`);
    const product = await productSession(app, { ...pages, token });
    const [host, own] = [await rowOf(token), await rowOf(product.token)];
    expect(Number(host?.expires_at)).toBeGreaterThanOrEqual(readToken(product.token).claims.exp);
    expect(Number(host?.expires_at)).toBeGreaterThanOrEqual(Number(own?.expires_at));
    expect((await app.refresh(product.refresh_token)).status).toBe(200);
  });

  it('is dead as soon as that of the pages has expired', async () => {
    const pages = await pagesUser(app);
    await app.advance(TTL - HOUR);
    const product = await productSession(app, { ...pages, token: (await refreshed(pages)).token });
    await change(pages.token, 'expires_at = 1');
    expectFailure(await app.refresh(product.refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await prove(product.token, { password: PASSWORD }), 'NOT_AUTHENTICATED');
    expectFailure(await app.post(API_KEYS, KEY_FACTS, { token: product.token }), 'REAUTHENTICATION_REQUIRED');
    const { token } = (await app.login(pages.email, PASSWORD)).json;
    // The user has signed up in a session of its own.
    expect(await idsIn(token)).toHaveLength(2);
    expect((await app.admin('GET', `/users/${pages.uid}/sessions`)).json.sessions).toHaveLength(2);
    expect((await app.admin('GET', `/users/${pages.uid}`)).json.session_count).toBe(2);
    await app.advance(2 * HOUR);
    // A job removes the row.
    await app.service.until(async () => (await rowOf(product.token)) === undefined);
  });

  it('is dead as soon as the outermost session has ended or expired in which it lives', async () => {
    for (const end of ['expires_at = 1', "ended_at = 1, end_reason = 'stolen'"]) {
      const { pages, products } = await signedInto(2);
      const [middle, inner] = products;
      await change(inner.token, `parent_id = '${sessionOf(middle.token)}'`);
      expect(await idsIn(pages.token)).toContain(sessionOf(inner.token));
      const again = (await app.refresh(inner.refresh_token)).json.refresh_token;
      await change(pages.token, end);
      expectFailure(await app.refresh(again), 'INVALID_REFRESH_TOKEN');
      expect(await idsIn(pages.token)).not.toContain(sessionOf(inner.token));
    }
  });

  it('names the session that it lives in to the database, and the row decides', async () => {
    const { pages, products } = await signedInto(1);
    const { refresh_token } = products[0];
    const other = await app.signUp();
    expect(readToken(refresh_token).claims.in).toBe(sessionOf(pages.token));
    expect(readToken(other.refresh_token).claims).not.toHaveProperty('in');
    await change(products[0].token, `parent_id = '${sessionOf(other.token)}'`);
    const again = (await app.refresh(refresh_token)).json.refresh_token;
    await app.post(`${USER}/logout`, {}, { token: other.token });
    expectFailure(await app.refresh(again), 'INVALID_REFRESH_TOKEN');
  });

  it('keeps that of the pages alive while it is used, which is written once an hour', async () => {
    const { pages, products } = await signedInto(1);
    let [{ refresh_token }] = products;
    const use = async () => {
      refresh_token = (await app.refresh(refresh_token)).json.refresh_token;
      return rowOf(pages.token);
    };
    for (let days = 0; days < 5; days++) {
      await app.advance(DAY);
      await use();
    }
    const before = await rowOf(pages.token);
    await app.advance(HOUR / 2);
    expect(await use()).toEqual(before);
    await app.advance(HOUR / 2);
    const after = await use();
    expect(Number(after?.expires_at)).toBeGreaterThan(Number(before?.expires_at));
    const { access_token } = (await app.refresh(refresh_token)).json;
    const own = (await listed(access_token)).find(({ session_id }) => session_id === sessionOf(pages.token));
    expect(Number(after?.used_within_at) - Number(own?.last_used_at)).toBeLessThan(60);
    // The cookie has a token with an expiry of its own.
    expectFailure(await refreshPages(pages.cookie), 'EXPIRED_JWT');
  });

  it('begins no grace period for a token of the pages that was replaced', async () => {
    const { pages, products } = await signedInto(1);
    expect((await refreshPages(pages.cookie)).status).toBe(200);
    await app.advance(2 * HOUR);
    const { refresh_token } = (await app.refresh(products[0].refresh_token)).json;
    expectFailure(await refreshPages(pages.cookie), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('is kept with that of the pages when all others end, and when the room gets small', async () => {
    const { pages, products } = await signedInto(2);
    const [own, other] = products;
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    expectNothing(await app.patch(`${USER}/change-password`, body, { token: own.token }));
    expect(await living(other)).toEqual([false]);
    const kept = (await idsIn(own.token)).sort();
    expect(kept).toEqual([sessionOf(own.token), sessionOf(pages.token)].sort());
    await app.advance(2);
    const own2 = (await app.refresh(own.refresh_token)).json;
    const signIns: Tokens[] = [];
    for (let made = 0; made < 3; made++) {
      signIns.push((await app.login(pages.email, NEW_PASSWORD)).json);
      await app.advance(2);
      own2.refresh_token = (await app.refresh(own2.refresh_token)).json.refresh_token;
    }
    expect(await living(...signIns, own2)).toEqual([false, true, true, true]);
    expect((await refreshPages(pages.cookie)).status).toBe(200);
  });

  it('ends when the password is changed at the pages', async () => {
    const { pages, products } = await signedInto(2);
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    expectNothing(await app.patch(`${USER}/change-password`, body, { token: pages.token }));
    expect(await living(...products)).toEqual([false, false]);
    expect((await refreshPages(pages.cookie)).status).toBe(200);
    const { sessions } = await readList(app);
    for (const { token } of products) expect(sessions).toContain(sessionOf(token));
  });

  it('has no living token after races of its refreshes with the end of that of the pages', async () => {
    for (let round = 0; round < 5; round++) {
      const { pages, products } = await signedInto(2);
      /** Refreshes until it is refused. */
      const use = async ({ refresh_token }: Tokens) => {
        const newest = { refresh_token, token: '' };
        for (let used = 0; used < 30; used++) {
          const { status, json } = await app.refresh(newest.refresh_token);
          if (status !== 200) break;
          Object.assign(newest, json);
        }
        return newest;
      };
      const uses = products.map(use);
      await app.refresh(products[0].refresh_token);
      const end = app.post(`${USER}/logout`, {}, { headers: fromPages(app, pages.cookie) });
      const [left] = await Promise.all([Promise.all(uses), end]);
      expect(await living(...left)).toEqual([false, false]);
      const { sessions } = await readList(app);
      for (const { token } of products) expect(sessions).toContain(sessionOf(token));
    }
  });

  /** New tokens of the pages, whose cookie stays as it is in the grace period. */
  async function refreshed({ cookie }: { cookie: string }) {
    const answer = await refreshPages(cookie);
    return { token: answer.json.access_token as string, cookie: cookieOf(answer)?.pair ?? '' };
  }
});

describe('a logout with parent', () => {
  it('ends the session of the pages with those of all products, and no other', async () => {
    const { pages, products } = await signedInto(2);
    const elsewhere = (await app.login(pages.email, PASSWORD)).json;
    expectNothing(await logout(products[0].token, { parent: true }));
    expect(await living(...products, elsewhere)).toEqual([false, false, true]);
    expectFailure(await refreshPages(pages.cookie), 'INVALID_REFRESH_TOKEN');
    const { sessions } = await readList(app);
    for (const { token } of [pages, ...products]) expect(sessions).toContain(sessionOf(token));
  });

  it('is refused to a product that was signed out alone: the others go on', async () => {
    const { pages, products } = await signedInto(2);
    const [{ token, refresh_token }, other] = products;
    expectNothing(await logout(token, { refresh_token }));
    expectFailure(await logout(token, { parent: true }), 'NOT_AUTHENTICATED');
    expect(await living(other)).toEqual([true]);
    expect((await refreshPages(pages.cookie)).status).toBe(200);
  });

  it('does the same for a session in a cookie, and ends one that lives in none', async () => {
    const { pages, products } = await signedInto(1);
    const elsewhere = (await app.login(pages.email, PASSWORD)).json;
    const headers = fromPages(app, `latchkey-pages=${products[0].refresh_token}`);
    expectNothing(await app.post(`${USER}/logout`, { parent: true }, { headers }));
    expectFailure(await refreshPages(pages.cookie), 'INVALID_REFRESH_TOKEN');
    const [one, other] = [elsewhere, (await app.login(pages.email, PASSWORD)).json];
    expectNothing(await logout(one.token, { parent: true }));
    expect(await living(one, other)).toEqual([false, true]);
  });

  it('is refused beside a refresh token and with another type; false is as if it was left out', async () => {
    const { products } = await signedInto(2);
    const [{ token, refresh_token }, other] = products;
    expectFailure(await logout(token, { parent: true, refresh_token }), 'INVALID_REQUEST');
    const cookie = fromPages(app, `latchkey-pages=${refresh_token}`);
    for (const parent of ['true', 1, null, {}, []]) {
      expectFailure(await logout(token, { parent }), 'INVALID_REQUEST');
      expectFailure(await app.post(`${USER}/logout`, { parent }, { headers: cookie }), 'INVALID_REQUEST');
    }
    expectNothing(await logout(token, { parent: false, refresh_token: other.refresh_token }));
    expect(await living(other)).toEqual([false]);
    expectNothing(await logout(token, { parent: false }));
    expect(await living({ token, refresh_token })).toEqual([false]);
  });

  it('ends only its own session for an administrator who acts as the user', async () => {
    const { console, owner, token } = await impersonating();
    expectNothing(await logout(token, { parent: true }));
    expectFailure(await app.get(USER, { token }), 'NOT_AUTHENTICATED');
    expect((await console.read()).status).toBe(200);
    expect((await app.refresh(owner.refresh_token)).status).toBe(200);
  });
});

describe('the session of a user who administers', () => {
  it('takes those of the console and of acting as a user along when it expires', async () => {
    const { console, owner, token } = await impersonating();
    await change(owner.token, 'expires_at = 1');
    expectFailure(await console.read(), 'NOT_AUTHENTICATED');
    expectFailure(await app.get(USER, { token }), 'NOT_AUTHENTICATED');
  });

  it('does not expire while the console is used', async () => {
    const { console, owner } = await impersonating();
    await change(owner.token, 'expires_at = expires_at - 100000');
    const before = Number((await rowOf(owner.token))?.expires_at);
    expect((await console.read()).status).toBe(200);
    expect(Number((await rowOf(owner.token))?.expires_at)).toBeGreaterThanOrEqual(before + 100_000);
  });
});

/** An administrator at the console who acts as a user. */
async function impersonating(): Promise<{ console: ConsoleBrowser; owner: Tokens; token: string }> {
  const owner = await administrator(app, ['read', 'impersonate']);
  const console = await signedIn(app, owner.token);
  const { uid } = await app.signUp();
  const begun = await console.call('POST', `/users/${uid}/impersonate`, { reason: 'A test of sessions' });
  return { console, owner, token: begun.json.token };
}
