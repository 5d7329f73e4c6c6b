import type { Row } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { HASH } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';

type Export = Record<string, Row[]>;

const { app, mail } = useMail({ IMPERSONATION: 'on', REAUTH_MAX_AGE: '86400' });

let ada: SignedUp;
let bob: SignedUp;
beforeAll(async () => {
  [ada, bob] = [await app.signUp(), await app.signUp()];
});

async function exportOf(uid: string): Promise<Export> {
  const answer = await app.admin('GET', `/users/${uid}/export`);
  expect(answer.status).toBe(200);
  return answer.json;
}

/** The copy that a user downloads. */
async function copyOf({ token }: SignedUp): Promise<Export> {
  const answer = await app.get('/api/auth/user/data', { token });
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return answer.json;
}

describe('the export of a person', () => {
  it('has the same keys as the schema in the OpenAPI document', async () => {
    const { components } = (await app.get('/openapi.json')).json;
    const documented = Object.keys(components.schemas.PersonExport.properties);
    expect(Object.keys(await exportOf(ada.uid))).toEqual(documented);
  });

  it('has no secret and no hash', async () => {
    const { uid } = (await app.admin('POST', '/users', { email: newEmail(), password_hash: HASH })).json;
    const [{ email }] = (await app.sql('SELECT email FROM users WHERE uid = ?', [uid])) as [{ email: string }];
    await app.admin('POST', '/links', { type: 'reset_password', email });
    const text = JSON.stringify(await exportOf(uid));
    const [{ token_hash }] = (await app.sql('SELECT token_hash FROM one_time_tokens WHERE uid = ?', [uid])) as [Row];
    expect(text).not.toContain(HASH);
    expect(text).not.toContain(String(token_hash));
    expect(text).not.toMatch(/hash|sealed|secret/);
  });

  it('is recorded in the event log with the admin token', async () => {
    const { id, token } = await app.adminToken(['export']);
    expect((await app.admin('GET', `/users/${bob.uid.toUpperCase()}/export`, undefined, token)).status).toBe(200);
    const [event] = (await app.events(bob.uid)).slice(-1);
    expect(event).toMatchObject({ type: 'user.exported', actor: `admin:${id}`, uid: bob.uid, data: {} });
  });

  it('is a JSON file that must not be cached', async () => {
    const { headers } = await app.admin('GET', `/users/${ada.uid}/export`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="user.json"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([UNKNOWN_ID, 'x', '..', '%27', `${UNKNOWN_ID}%00`])('answers USER_NOT_FOUND for the uid %s', async (uid) => {
    const before = await exported();
    const answer = await app.admin('GET', `/users/${uid}/export`);
    if (uid === '..') expect(answer.status).not.toBe(500);
    else expectFailure(answer, 'USER_NOT_FOUND');
    expect(await exported()).toEqual(before);
  });

  it('is neither sent nor recorded for a HEAD request', async () => {
    const before = await exported();
    const answer = await app.service.call('HEAD', `/api/admin/users/${ada.uid}/export`, { token: ADMIN_TOKEN });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await exported()).toEqual(before);
  });
});

describe('the copy that a user downloads', () => {
  it('has the same keys as the schema in the OpenAPI document', async () => {
    const { components } = (await app.get('/openapi.json')).json;
    expect(Object.keys(await copyOf(ada))).toEqual(Object.keys(components.schemas.OwnData.properties));
  });

  it('does not say which administrator did something, from where, and why', async () => {
    const { id, token } = await app.adminToken(['read', 'write', 'impersonate']);
    await app.admin('PATCH', `/users/${bob.uid}`, { metadata: '2' }, token);
    const begun = await app.admin('POST', `/users/${bob.uid}/impersonate`, { reason: 'A note of support' }, token);
    expect(begun.status).toBe(200);
    const document = await copyOf(bob);
    const text = JSON.stringify(document);
    expect([text.includes(id), text.includes('A note of support')]).toEqual([false, false]);
    const byAdmins = (document.events ?? []).filter(({ actor }) => actor === 'admin');
    expect(byAdmins.map(({ type, ip, client }) => [type, ip ?? client])).toEqual(
      expect.arrayContaining([
        ['user.updated', null],
        ['user.impersonated', null],
      ]),
    );
    const [acted] = (document.sessions ?? []).filter(({ method }) => method === 'impersonation');
    expect(acted).toMatchObject({ ip: null, user_agent: null });
    expect((await app.events(bob.uid)).find(({ type }) => type === 'user.impersonated')?.data).toMatchObject({
      reason: 'A note of support',
    });
  });

  it('has no emails to an address that the user has not proved: they can concern its owner', async () => {
    const email = newEmail();
    await app.post('/api/auth/magic-link', { email, sign_up: true });
    await mail.emailTo(email);
    const { json } = await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true });
    const before = await copyOf(json);
    expect([before.messages, before.one_time_tokens]).toEqual([[], []]);
    await app.prove(json.uid);
    const after = await copyOf(json);
    expect([after.messages?.length, after.one_time_tokens?.map(({ purpose }) => purpose)]).toEqual([1, ['magic_link']]);
  });

  it('is a JSON file that must not be cached, and is recorded with the user as the actor', async () => {
    const { headers } = await app.get('/api/auth/user/data', { token: ada.token });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(headers.get('cache-control')).toBe('no-store');
    const [event] = (await app.events(ada.uid)).slice(-1);
    expect(event).toMatchObject({ type: 'user.exported', actor: `user:${ada.uid}`, ip: '127.0.0.1', data: {} });
  });

  it('is neither sent nor recorded for a HEAD request', async () => {
    const before = await exported();
    const answer = await app.service.call('HEAD', '/api/auth/user/data', { token: ada.token });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await exported()).toEqual(before);
  });
});

const exported = () => app.sql("SELECT COUNT(*) AS n FROM events WHERE type = 'user.exported'");
