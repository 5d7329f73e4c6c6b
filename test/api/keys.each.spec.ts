import { about, expectFailure, readToken } from '../support/http/http.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { PUBLISHED_AHEAD, privateKeyOf, RETIREMENT, signedWith } from '../support/service/tokens.js';

interface Key {
  kid: string;
  alg: string;
  state: string;
  created_at: number;
  activates_at: number | null;
}

/** The interval at which a process reloads the keys, in seconds. */
const RELOAD_SECONDS = 10;

const app = useApp();
let user: SignedUp;
/** How far the clock was set forward, in seconds. */
let ahead = 0;
/** The first four keys, in the order in which they sign. */
const kids: string[] = [];
beforeAll(async () => {
  user = await app.signUp();
});

const now = () => Math.floor(Date.now() / 1000) + ahead;
const advance = async (seconds: number) => {
  ahead += seconds;
  await app.advance(seconds);
};
const list = async (): Promise<Key[]> => (await app.admin('GET', '/keys')).json.keys;
const states = async () => Object.fromEntries((await list()).map(({ kid, state }) => [kid, state]));
const published = async (): Promise<string[]> =>
  (await app.get('/.well-known/jwks.json')).json.keys.map(({ kid }: Key) => kid);
const rotate = async (): Promise<string> => (await app.admin('POST', '/keys/rotate')).json.kid;
const login = async (): Promise<string> => (await app.login(user.email, PASSWORD)).json.token;
const kidOf = (token: string): string => readToken(token).header.kid;
const read = (token: string) => app.get('/api/auth/user', { token });
const unscheduled = async (): Promise<string> =>
  (await list()).find(({ activates_at }) => activates_at === null)?.kid ?? '';

describe('a signing key', () => {
  let first: string;
  /** The time at which the first key was replaced. */
  let replacedAt: number;
  /** Signed with the first key just before it was replaced. */
  let lastOfFirst: string;
  let privateFirst: string;

  it('is created as one of two at the first start: the first signs, the second is only published', async () => {
    const { status, json } = await app.admin('GET', '/keys');
    expect(status).toBe(200);
    first = kidOf(user.token);
    const second = await unscheduled();
    kids.push(first, second);
    const created_at = json.keys[0].created_at;
    expect(created_at).toEqual(expect.any(Number));
    expect(json).toEqual({
      keys: expect.arrayContaining([
        { kid: first, alg: 'ES256', state: 'active', created_at, activates_at: created_at },
        { kid: second, alg: 'ES256', state: 'next', created_at, activates_at: null },
      ]),
      has_more: false,
      next_cursor: null,
    });
    expect(await published()).toEqual([first, second]);
  });

  it('replaces its predecessor at once when it is the second of the first pair, and a new next key is created', async () => {
    await advance(2);
    lastOfFirst = await login();
    privateFirst = await privateKeyOf(app, first);
    replacedAt = now();
    const answer = await app.admin('POST', '/keys/rotate');
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { kid: kids[1] } });
    const third = await unscheduled();
    kids.push(third);
    expect(kidOf(await login())).toBe(kids[1]);
    expect(await states()).toEqual({ [first]: 'retired', [kids[1] as string]: 'active', [third]: 'next' });
    expect(await published()).toEqual([kids[1], third, first]);
    expect((await list()).find(({ kid }) => kid === kids[1])?.activates_at).toEqual(about(replacedAt));
  });

  it('keeps its tokens and earlier refresh tokens valid after a rotation', async () => {
    expect((await read(lastOfFirst)).status).toBe(200);
    const { status, json } = await app.refresh(user.refresh_token);
    expect(status).toBe(200);
    expect(kidOf(json.access_token)).toBe(kids[1]);
  });

  it('signs after a second rotation only when every verifier can know it', async () => {
    const third = kids[2] as string;
    expect(await rotate()).toBe(third);
    const waiting = (await list()).find(({ kid }) => kid === third);
    expect(waiting).toMatchObject({ state: 'next', activates_at: (waiting?.created_at ?? 0) + PUBLISHED_AHEAD });
    expect(kidOf(await login())).toBe(kids[1]);
    kids.push(await unscheduled());
  });

  it('is not changed by a third rotation during that time', async () => {
    const before = await list();
    expect([await rotate(), await rotate()]).toEqual([kids[2], kids[2]]);
    expect(await list()).toEqual(before);
  });

  it('signs only after the key sets without it have expired in all caches', async () => {
    const { headers } = await app.get('/.well-known/jwks.json');
    const maxAge = Number(/^public, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
    expect(maxAge).toBe(300);
    await advance(maxAge);
    expect(kidOf(await login())).toBe(kids[1]);
    await advance(PUBLISHED_AHEAD - maxAge + 2);
    expect(kidOf(await login())).toBe(kids[2]);
    const [one, two, three, four] = kids as [string, string, string, string];
    expect(await states()).toEqual({ [one]: 'retired', [two]: 'retired', [three]: 'active', [four]: 'next' });
    expect(await published()).toEqual([three, four, expect.any(String), expect.any(String)]);
  });

  it('verifies until the last token that it signed has expired', async () => {
    await advance(replacedAt + 890 - now());
    expect((await read(lastOfFirst)).status).toBe(200);
    await advance(12);
    expectFailure(await read(lastOfFirst), 'NOT_AUTHENTICATED');
    expect(await published()).toContain(first);
  });

  it('is then not published, verifies nothing, and is removed', async () => {
    const late = { iat: now(), exp: now() + 800 };
    const signedLate = signedWith(privateFirst, user.token, first, late);
    await advance(replacedAt + RETIREMENT - 10 - now());
    expect(await published()).toContain(first);
    expect((await read(signedLate)).status).toBe(200);
    await advance(12);
    expect(await published()).not.toContain(first);
    expectFailure(await read(signedLate), 'NOT_AUTHENTICATED');
    await app.service.until(async () => (await list()).every(({ kid }) => kid !== first));
    expectFailure(await read(signedLate), 'NOT_AUTHENTICATED');
    expect(await states()).toEqual({
      [kids[1] as string]: 'retired',
      [kids[2] as string]: 'active',
      [kids[3] as string]: 'next',
    });
  });

  it('causes one event for each rotation that changed something', async () => {
    const rows = await app.sql("SELECT actor, uid, ip, data FROM events WHERE type = 'admin.key_rotated' ORDER BY id");
    const by = { actor: expect.stringMatching(/^admin:/), uid: null, ip: '127.0.0.1' };
    expect(rows).toEqual([kids[1], kids[2]].map((kid) => ({ ...by, data: JSON.stringify({ kid }) })));
  });
});

describe('the list of keys', () => {
  it('is read page by page, newest first', async () => {
    const all = await list();
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const seen: Key[] = [];
    let path = '/keys?limit=1';
    for (;;) {
      const { keys, has_more, next_cursor } = (await app.admin('GET', path)).json;
      expect(keys).toHaveLength(1);
      expect(has_more).toBe(next_cursor !== null);
      seen.push(...keys);
      if (next_cursor === null) break;
      path = `/keys?limit=1&cursor=${next_cursor}`;
    }
    expect(seen).toEqual(all);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=x', 'cursor'],
    ['cursor=', 'cursor'],
    ["cursor=W10'", 'cursor'],
  ])('fails with INVALID_REQUEST that names the parameter, for %s', async (query, field) => {
    const answer = await app.admin('GET', `/keys?${query}`);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(field);
  });

  it.each([
    ['GET', '/keys', 'write'],
    ['POST', '/keys/rotate', 'read'],
    ['POST', '/keys/rotate', 'export'],
  ])('%s %s is refused for a token with the scope %s, and changes nothing', async (method, path, scope) => {
    const before = await list();
    const { token } = await app.adminToken([scope]);
    expectFailure(await app.admin(method, path, undefined, token), 'NOT_AUTHORIZED');
    expectFailure(await app.admin(method, path, undefined, user.token), 'NOT_AUTHENTICATED');
    expect(await list()).toEqual(before);
  });
});

describe('a kid', () => {
  it('does not make a token of another key valid when it is the kid of the next key', async () => {
    const [active, next] = [kids[2] as string, kids[3] as string];
    const token = await login();
    const pem = await privateKeyOf(app, active);
    expect((await read(signedWith(pem, token, active))).status).toBe(200);
    expectFailure(await read(signedWith(pem, token, next)), 'NOT_AUTHENTICATED');
    expectFailure(await read(signedWith(pem, token, kids[1] as string)), 'NOT_AUTHENTICATED');
    expectFailure(await read(signedWith(pem, token, kids[0] as string)), 'NOT_AUTHENTICATED');
  });

  it.each<[string, (kid: string) => string]>([
    ['in lower case', (kid) => kid.toLowerCase()],
    ['in upper case', (kid) => kid.toUpperCase()],
    ['with a space before it', (kid) => ` ${kid}`],
    ['with a space after it', (kid) => `${kid} `],
    ['with a newline', (kid) => `${kid}\n`],
    ['with a NUL', (kid) => `${kid}\0`],
    ['padded', (kid) => `${kid}=`],
    ['cut short', (kid) => kid.slice(0, -1)],
    ['with a wildcard', (kid) => `${kid.slice(0, -1)}%`],
    ['with SQL after it', (kid) => `${kid}' OR '1'='1`],
    ['that is empty', () => ''],
  ])('is not accepted when it is a real one %s', async (_what, change) => {
    const token = await login();
    const active = kidOf(token);
    expect(change(active)).not.toBe(active);
    const forged = signedWith(await privateKeyOf(app, active), token, change(active));
    expectFailure(await read(forged), 'NOT_AUTHENTICATED');
  });
});

it('a key that was inserted into the table from outside is neither published nor accepted', async () => {
  const [row] = await app.sql('SELECT * FROM signing_keys WHERE kid = ?', [kids[3]]);
  const planted = { ...row, kid: 'planted', activates_at: null };
  const columns = Object.keys(planted);
  const marks = columns.map(() => '?').join();
  await app.sql(`INSERT INTO signing_keys (${columns}) VALUES (${marks})`, Object.values(planted));
  await advance(RELOAD_SECONDS);
  await app.service.logged('The signing key planted');
  expect(await published()).not.toContain('planted');
  expect((await read(await login())).status).toBe(200);
  await app.sql("DELETE FROM signing_keys WHERE kid = 'planted'");
});

it('no answer, event or log line contains a private key', async () => {
  const rows = await app.sql('SELECT kid, private_sealed FROM signing_keys');
  const answers = await Promise.all([
    app.admin('GET', '/keys'),
    app.admin('POST', '/keys/rotate'),
    app.get('/.well-known/jwks.json'),
  ]);
  const told = [...answers.map(({ text }) => text), JSON.stringify(await app.sql('SELECT * FROM events'))];
  for (const { kid, private_sealed } of rows) {
    const pem = await privateKeyOf(app, String(kid));
    const secrets = [String(private_sealed), ...pem.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line))];
    expect(secrets.length).toBeGreaterThan(2);
    for (const secret of secrets) expect([...told, app.service.log].join()).not.toContain(secret);
  }
  expect(told.join()).not.toMatch(/"d":|PRIVATE|sealed/);
});
