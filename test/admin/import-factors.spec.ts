import { hashSync } from 'bcryptjs';
import { Secret, TOTP } from 'otpauth';
import { importedPasskey } from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import { exportText, importLines, lineOf } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, type App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

/** In `npm run test:long` more users, and each of them signs in. */
const LONG = process.env.LONG !== undefined;
const USERS = LONG ? 10_000 : 360;
const SIGN_INS = LONG ? USERS : 48;
const NEW_SECRET = 'another secret for tests, long enough to be one';

const app = useApp({ RATE_LIMIT: 'off' });
const other = useApp({ RATE_LIMIT: 'off', AUTH_SECRET: NEW_SECRET });

const HASH = hashSync(PASSWORD, 4);
const ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'];
const PERIODS = [15, 30, 60, 120];
const KEY = '0123456789abcdefghij';

const READ: Record<string, (text: string) => Secret> = {
  base32: Secret.fromBase32,
  hex: Secret.fromHex,
  ascii: Secret.fromLatin1,
};

/** The secret of a user, in the encoding of another system. */
function secretOf(index: number) {
  const text = String(index).padStart(20, 'x');
  const secret = Secret.fromLatin1(text);
  const ways = [
    { secret: secret.base32, encoding: 'base32' },
    { secret: secret.hex.toLowerCase(), encoding: 'hex' },
    { secret: text, encoding: 'ascii' },
  ] as const;
  return ways[index % 3] as (typeof ways)[number];
}

const users = Array.from({ length: USERS }, (_, index) => ({
  email: newEmail(),
  email_verified: true,
  password_hash: HASH,
  totp: [
    {
      ...secretOf(index),
      algorithm: ALGORITHMS[Math.floor(index / 3) % 3],
      digits: index % 2 === 0 ? 6 : 8,
      period: PERIODS[index % 4],
      name: `App ${index} 📱`,
    },
  ],
}));
type Imported = (typeof users)[number];

const codeFor = ({ totp: [factor] }: Imported) => {
  const { secret, encoding, ...form } = factor as Imported['totp'][number];
  return new TOTP({ ...form, secret: READ[encoding]?.(secret) }).generate();
};

/** Signs a user in with both factors. */
async function signIn(service: Pick<Service, 'call'>, user: Imported) {
  const login = { email: user.email, password: PASSWORD };
  const { json } = await service.call('POST', '/api/auth/user/login', { body: login });
  const body = { mfa_token: json.mfa_token, code: codeFor(user) };
  return service.call('POST', '/api/auth/mfa/verify', { body });
}

/** The same for users spread over all, several at a time. Returns how many got tokens and ten recovery codes. */
async function signInMany(service: Pick<Service, 'call'>): Promise<number> {
  const step = USERS / SIGN_INS;
  const chosen = Array.from({ length: SIGN_INS }, (_, index) => users[Math.floor(index * step)] as Imported);
  let succeeded = 0;
  const queue = chosen.values();
  const work = async () => {
    for (const user of queue) {
      const { status, json } = await signIn(service, user);
      if (status === 200 && json.recovery_codes.length === 10) succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return succeeded;
}

const create = (body: Record<string, unknown>, where: App = app) =>
  where.admin('POST', '/users', { email: newEmail(), ...body });

describe('many users with authenticator apps of every form', () => {
  let renewed: Service;
  let exported: string;

  it('are imported, and sign in with their codes, with new recovery codes', async () => {
    expect((await importLines(app, users)).json).toMatchObject({ created: USERS, results: [] });
    expect(await signInMany(app.service)).toBe(SIGN_INS);
  }, 900_000);

  it('are exported after AUTH_SECRET was replaced, with the secrets that were imported', async () => {
    renewed = await app.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
    const query = '/api/admin/export?include_hashes=true&include_factors=true';
    exported = (await renewed.call('GET', query, { token: ADMIN_TOKEN })).text;
    const [first, second, third] = users as [Imported, Imported, Imported];
    for (const user of [first, second, third]) {
      const [factor] = user.totp as [Imported['totp'][number]];
      const secret = READ[factor.encoding]?.(factor.secret).base32;
      const line = lineOf(exported, user.email);
      expect(line).toMatchObject({ mfa_enabled: true, totp: [{ ...factor, encoding: 'base32', secret }] });
      expect(line.totp).toHaveLength(1);
    }
  }, 300_000);

  it('are imported again into another database with another AUTH_SECRET, and sign in there', async () => {
    expect((await importLines(other, [exported.trimEnd()])).json).toMatchObject({ created: USERS, results: [] });
    expect(await signInMany(other.service)).toBe(SIGN_INS);
  }, 900_000);

  it('have sealed secrets in the database, which do not open for another user', async () => {
    const [one, two] = await app.sql('SELECT uid, secret_sealed FROM totp_factors ORDER BY factor_id LIMIT 2');
    for (const row of [one, two]) expect(String(row?.secret_sealed)).not.toMatch(/x{8}|[A-Z2-7]{30}/);
    await app.sql('UPDATE totp_factors SET secret_sealed = ? WHERE uid = ?', [two?.secret_sealed, one?.uid]);
    const line = (await exportText(app, '?include_factors=true'))
      .split('\n')
      .find((text) => text.includes(`${one?.uid}`));
    // Without its secret the line fails at an import, so that the account does not lose its factor.
    expect(JSON.parse(line ?? '')).toEqual(expect.not.objectContaining({ totp: expect.anything() }));
    expect((await importLines(other, [line ?? ''])).json.results[0].code).toBe('INVALID_FACTOR');
  });
});

describe('an export', () => {
  it('has factors only with include_factors=true, and the event says so', async () => {
    const { token, id } = await app.adminToken(['export']);
    const plain = (await app.get('/api/admin/export', { token })).text;
    expect(plain).not.toMatch(/"(totp|passkeys|mfa_enabled|secret)"/);
    await app.get('/api/admin/export?include_factors=true', { token });
    const rows = await app.sql('SELECT data FROM events WHERE actor = ? ORDER BY id', [`admin:${id}`]);
    expect(rows.map(({ data }) => JSON.parse(String(data)))).toEqual([
      { include_hashes: false },
      { include_hashes: false, include_factors: true },
    ]);
  });

  it('leaves out apps that wait for their first code', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    await app.post('/api/auth/user/mfa/totp', {}, { token: user.token });
    const line = lineOf(await exportText(app, '?include_factors=true'), user.email);
    expect(line).toEqual(expect.not.objectContaining({ totp: expect.anything() }));
  });
});

describe('a new user with factors', () => {
  it.each([
    ['a totp', { totp: [{ secret: KEY, encoding: 'ascii' }] }, true],
    ['a totp and mfa_enabled of false', { totp: [{ secret: KEY, encoding: 'ascii' }], mfa_enabled: false }, false],
    ['a passkey', { passkeys: [importedPasskey()] }, false],
    ['a passkey and mfa_enabled', { passkeys: [importedPasskey()], mfa_enabled: true }, true],
    ['no factor', { totp: [], passkeys: [] }, false],
  ])('with %s gets the right value of mfa_enabled', async (_what, body, enabled) => {
    const { uid } = (await create(body)).json;
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({ mfa_enabled: enabled, mfa: 'optional' });
  });

  it.each([
    ['base32 in lower case, in groups, with padding', { secret: 'mfrg gzdf-mztw q2lk MFRGGZDF====' }],
    ['80 bits', { secret: '00'.repeat(10), encoding: 'hex' }],
    ['1,024 bits', { secret: 'ab'.repeat(128), encoding: 'hex' }],
  ])('may have a secret in %s', async (_what, totp) => {
    expect((await create({ totp: [totp] })).status).toBe(200);
  });

  const SHORT = { secret: '00'.repeat(9), encoding: 'hex' };
  const totp = (more: Record<string, unknown>) => ({ totp: [{ secret: KEY, encoding: 'ascii', ...more }] });
  it.each([
    ['mfa_enabled without a factor', { mfa_enabled: true }, 'mfa_enabled'],
    ['totp that is no list', { totp: { secret: KEY } }, ''],
    ['totp of null', { totp: null }, ''],
    ['totp with a text', { totp: ['x'] }, ''],
    ['totp with a list', { totp: [[]] }, ''],
    ['six apps', { totp: Array(6).fill({ secret: KEY, encoding: 'ascii' }) }, ''],
    ['21 passkeys', { passkeys: Array.from({ length: 21 }, () => importedPasskey()) }, ''],
    ['no secret', { totp: [{}] }, 'totp[0].secret'],
    ['a secret that is an object', { totp: [{ secret: { a: 1 } }] }, 'totp[0].secret'],
    ['a secret of 72 bits', { totp: [SHORT] }, 'totp[0].secret'],
    ['a secret of 1,032 bits', { totp: [{ secret: 'ab'.repeat(129), encoding: 'hex' }] }, 'totp[0].secret'],
    ['half a byte', { totp: [{ secret: '0'.repeat(33), encoding: 'hex' }] }, 'totp[0].secret'],
    ['a digit that base32 lacks', { totp: [{ secret: '1'.repeat(32) }] }, 'totp[0].secret'],
    ['characters outside of ASCII', totp({ secret: 'ü'.repeat(20) }), 'totp[0].secret'],
    ['an unknown encoding', totp({ encoding: 'base64' }), 'totp[0].encoding'],
    ['MD5', totp({ algorithm: 'MD5' }), 'totp[0].algorithm'],
    ['seven digits', totp({ digits: 7 }), 'totp[0].digits'],
    ['digits as a text', totp({ digits: '6' }), 'totp[0].digits'],
    ['a period of 14 s', totp({ period: 14 }), 'totp[0].period'],
    ['a period of 121 s', totp({ period: 121 }), 'totp[0].period'],
    ['a period of 30.5 s', totp({ period: 30.5 }), 'totp[0].period'],
    ['an empty name', totp({ name: '' }), 'totp[0].name'],
    ['a name of 101 characters', totp({ name: 'x'.repeat(101) }), 'totp[0].name'],
    ['a field of another system', totp({ digit: 8 }), 'totp[0]'],
    ['a key that is no COSE key', { passkeys: [importedPasskey({ public_key: 'AAAA' })] }, 'passkeys[0].public_key'],
    [
      'a key of another algorithm',
      { passkeys: [importedPasskey({ public_key: 'owECAzg9IAY' })] },
      'passkeys[0].public_key',
    ],
    [
      'a credential_id in base64',
      { passkeys: [importedPasskey({ credential_id: 'a+b/' })] },
      'passkeys[0].credential_id',
    ],
    ['a handle of 65 bytes', { passkeys: [importedPasskey({ handle: 'A'.repeat(87) })] }, 'passkeys[0].handle'],
    ['a URL as rp_id', { passkeys: [importedPasskey({ rp_id: 'https://a.example' })] }, 'passkeys[0].rp_id'],
    ['a negative counter', { passkeys: [importedPasskey({ counter: -1 })] }, 'passkeys[0].counter'],
    [
      'synced without backup_eligible',
      { passkeys: [importedPasskey({ backup_eligible: false })] },
      'passkeys[0].synced',
    ],
    ['an unknown transport', { passkeys: [importedPasskey({ transports: ['tin can'] })] }, 'passkeys[0].transports'],
    ['the same credential twice', { passkeys: Array(2).fill(importedPasskey()) }, 'credential_id'],
  ])('is refused with INVALID_FACTOR for %s, and the message names the place', async (_what, body, place) => {
    const answer = await create(body);
    expectFailure(answer, 'INVALID_FACTOR');
    expect(answer.json.message).toContain(place);
    expect(answer.text).not.toContain(KEY);
  });
});

describe('an import', () => {
  it('ends with an answer for factors with ten thousand levels, and for names of prototypes', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const lines = [
      `{"email":"${newEmail()}","totp":[{"secret":${deep}}]}`,
      `{"email":"${newEmail()}","totp":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      `{"email":"${newEmail()}","totp":[{"__proto__":{"secret":"x"},"constructor":1}]}`,
    ];
    const { json } = await importLines(app, lines);
    expect(json.results.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('INVALID_FACTOR'));
  });
});
