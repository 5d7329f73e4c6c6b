import { v7 as uuidv7 } from 'uuid';
import { insertRow } from '../support/factors/factors.js';
import { expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, pkce, signInWith, startLink } from '../support/idp/providers.js';
import { useApp } from '../support/service/app.js';

const ISSUER = 'https://id.corp.example';
const SECRET_TEXT = 'a client secret of the tests';
const OIDC = { kind: 'oidc', name: 'Corp', issuer: ISSUER, client_id: 'latchkey', client_secret: SECRET_TEXT };

const app = useApp();
const idp = useIdp();

let counter = 0;
const newId = () => `corp-${++counter}`;
const create = (more: object = {}) => app.admin('POST', '/providers', { id: newId(), ...OIDC, ...more });
const changes = async (id: string) => {
  const { events } = (await app.admin('GET', '/events?type=provider.changed&limit=200')).json;
  return events
    .map(({ data }: { data: { provider: string } }) => data)
    .filter((data: { provider: string }) => data.provider === id);
};

describe('a provider', () => {
  it('is answered with its defaults and its redirect URI, and without its secret', async () => {
    const { status, text, json } = await create({ id: 'corp' });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: 'corp',
      kind: 'oidc',
      name: 'Corp',
      issuer: ISSUER,
      client_id: 'latchkey',
      team_id: null,
      key_id: null,
      scopes: ['openid', 'email'],
      tenants: [],
      email_domains: [],
      sign_up: true,
      linking: 'auto',
      trust_mfa: false,
      enabled: true,
      session_max_ttl: 0,
      source: 'database',
      made_by: expect.stringMatching(/^admin:/),
      redirect_uri: expect.stringMatching(/^http:\/\/localhost:\d+\/api\/auth\/external\/corp\/callback$/),
    });
    expect((await app.admin('GET', '/providers/corp')).json).toEqual(json);
    expect((await app.admin('GET', '/providers')).json.providers).toContainEqual(json);
    expect(text + JSON.stringify(await app.sql('SELECT * FROM providers'))).not.toContain(SECRET_TEXT);
    expect(await changes('corp')).toEqual([{ provider: 'corp', change: 'created', fields: [] }]);
  });

  it('takes what an administrator gives', async () => {
    const given = {
      scopes: ['openid', 'groups'],
      tenants: ['11111111-2222-4333-8444-555555555555'],
      email_domains: ['Corp.Example', 'corp.test'],
      sign_up: false,
      linking: 'manual',
      trust_mfa: true,
      enabled: false,
      session_max_ttl: 86_400,
    };
    expect((await create(given)).json).toMatchObject({ ...given, email_domains: ['corp.example', 'corp.test'] });
  });

  it('exists only once', async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectFailure(answer, 'PROVIDER_EXISTS');
    expect(await changes(id)).toHaveLength(1);
  });
});

describe('a change of a provider', () => {
  it('changes what is given, and records the names of what is different', async () => {
    const { id, redirect_uri } = (await create()).json;
    const answer = await app.admin('PATCH', `/providers/${id}`, { name: 'New', enabled: false, sign_up: true });
    expect(answer.json).toMatchObject({ id, name: 'New', enabled: false, sign_up: true, issuer: ISSUER, redirect_uri });
    await app.admin('PATCH', `/providers/${id}`, { client_secret: 'another secret', trust_mfa: true, kind: 'oidc' });
    expectFailure(await app.admin('PATCH', `/providers/${id}`, { issuer: 'http://x.example' }), 'INVALID_ISSUER');
    await app.admin('PATCH', `/providers/${id}`, { name: 'New' });
    expect((await changes(id)).slice(1)).toEqual([
      { provider: id, change: 'updated', fields: ['name', 'enabled'] },
      { provider: id, change: 'updated', fields: ['client_secret', 'trust_mfa'], widened: true },
    ]);
  });
});

describe('a provider that is switched off', () => {
  const off = { enabled: false, end_sessions: true };
  const person = (name: string) => ({ sub: name, email: `${name}.${process.pid}@example.com`, email_verified: true });
  const open = async (id: string, name: string) => (await signInWith(app, id, person(name))).json;

  it('with end_sessions ends all of its sessions and what began in them, and no others', async () => {
    const fields = { email_domains: ['example.com'] };
    const [{ id }, { id: other }] = [
      await addProvider(app, idp, 'liar', { fields }),
      await addProvider(app, idp, 'liar', { fields }),
    ];
    const ended = [await open(id, 'bea'), await open(id, 'bea'), await open(id, 'cas')];
    const [living, child] = [await open(other, 'dan'), await open(other, 'bea')];
    const { sid } = readToken(ended[0].token).claims;
    await app.sql('UPDATE sessions SET parent_id = ? WHERE session_id = ?', [sid, readToken(child.token).claims.sid]);
    expect((await startLink(app, other, ended[0].token, pkce())).status).toBe(200);
    expect((await app.admin('PATCH', `/providers/${id}`, off)).json.enabled).toBe(false);
    for (const { refresh_token } of [...ended, child]) {
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    }
    expect((await app.refresh(living.refresh_token)).status).toBe(200);
    const alive = `SELECT purpose FROM one_time_tokens JOIN sessions ON sessions.session_id = one_time_tokens.session_id
      WHERE sessions.session_id = ? AND sessions.ended_at IS NULL`;
    expect(await app.sql(alive, [sid])).toEqual([]);
    const revoked = (await app.events(child.uid)).filter(({ type }) => type === 'session.revoked');
    expect(revoked).toHaveLength(3);
    for (const event of revoked)
      expect(event).toMatchObject({ actor: expect.stringMatching(/^admin:/), data: { reason: 'identity' } });
    expect((await app.admin('PATCH', `/providers/${id}`, off)).status).toBe(200);
  });

  it('ends the sessions of more users than one transaction locks', async () => {
    const { id } = await addProvider(app, idp, 'liar', { fields: { email_domains: ['example.com'] } });
    const { uid } = await open(id, 'eve');
    const [user] = await app.sql('SELECT * FROM users WHERE uid = ?', [uid]);
    const [session] = await app.sql('SELECT * FROM sessions WHERE uid = ?', [uid]);
    for (let count = 0; count < 120; count++) {
      const next = uuidv7();
      await insertRow(app, 'users', { ...user, uid: next, email: `${next}@example.com` });
      await insertRow(app, 'sessions', { ...session, uid: next, session_id: next });
    }
    await app.admin('PATCH', `/providers/${id}`, off);
    const rows = await app.sql('SELECT end_reason, COUNT(*) AS count FROM sessions WHERE idp = ? GROUP BY end_reason', [
      id,
    ]);
    expect(rows.map(({ end_reason, count }) => [end_reason, Number(count)])).toEqual([['identity', 121]]);
  });
});

describe('the identities of a user', () => {
  it('are listed and removed by administrators, and exported', async () => {
    const { id } = await addProvider(app, idp, 'oidc', { fields: { email_domains: ['example.com'] } });
    const email = `identity.${process.pid}@example.com`;
    const { uid } = (await signInWith(app, id, { sub: 'ada', email, email_verified: true })).json;
    const path = `/users/${uid}/identities`;
    const { identities } = (await app.admin('GET', path)).json;
    expect(identities).toEqual([
      {
        identity_id: expect.any(String),
        provider: id,
        subject: 'ada',
        email,
        created_at: expect.any(Number),
        last_used_at: expect.any(Number),
      },
    ]);
    expect((await app.admin('GET', `/users/${uid}/export`)).json.identities).toHaveLength(1);
    expectNothing(await app.admin('DELETE', `${path}/${identities[0].identity_id}`));
    expectFailure(await app.admin('DELETE', `${path}/${identities[0].identity_id}`), 'IDENTITY_NOT_FOUND');
    expect((await app.admin('GET', path)).json).toEqual({ identities: [] });
    const unlinked = (await app.events(uid)).filter(({ type }) => type === 'identity.unlinked');
    expect(unlinked).toEqual([
      expect.objectContaining({
        type: 'identity.unlinked',
        actor: expect.stringMatching(/^admin:/),
        data: { provider: id, identity_id: identities[0].identity_id },
      }),
    ]);
  });
});
