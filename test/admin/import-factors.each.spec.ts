import { Secret, TOTP } from 'otpauth';
import { importedPasskey } from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import { exportText, importLines, lineOf } from '../support/imports/ndjson.js';
import { type App, newEmail, PASSWORD, useApp } from '../support/service/app.js';

const NEW_SECRET = 'another secret for tests, long enough to be one';

const app = useApp({ RATE_LIMIT: 'off' });
const other = useApp({ RATE_LIMIT: 'off', AUTH_SECRET: NEW_SECRET });

const KEY = '0123456789abcdefghij';

const create = (body: Record<string, unknown>, where: App = app) =>
  where.admin('POST', '/users', { email: newEmail(), ...body });

describe('an export', () => {
  it('writes passkeys, the demand of an administrator and a switched-off factor as an import reads them', async () => {
    const name = 'Téléphone 📱';
    const totp = [{ secret: KEY, encoding: 'ascii', name }];
    const body = { email: newEmail(), mfa: 'required', mfa_enabled: false, totp };
    const key = importedPasskey();
    expect((await create({ ...body, passkeys: [key] })).status).toBe(200);
    const line = lineOf(await exportText(app, '?include_factors=true'), body.email);
    const form = { algorithm: 'SHA1', digits: 6, period: 30, name };
    const secret = Secret.fromLatin1(KEY).base32;
    expect(line).toMatchObject({ mfa: 'required', mfa_enabled: false, passkeys: [key] });
    expect(line.totp).toEqual([{ secret, encoding: 'base32', ...form }]);
    expect((await importLines(other, [line])).json).toMatchObject({ created: 1, results: [] });
    expect(lineOf(await exportText(other, '?include_factors=true'), body.email)).toMatchObject({ passkeys: [key] });
  });
});

describe('a new user with factors', () => {
  it('is refused with PASSKEY_EXISTS when another user has the passkey, and nothing is created', async () => {
    const key = importedPasskey();
    await create({ passkeys: [key] });
    const email = newEmail();
    expectFailure(await create({ email, passkeys: [key] }), 'PASSKEY_EXISTS');
    expect(await app.sql('SELECT uid FROM users WHERE email = ?', [email])).toEqual([]);
  });
});

it('a code of an imported app is accepted once', async () => {
  const form = { algorithm: 'SHA256', digits: 8, period: 120 };
  const email = newEmail();
  const secret = Secret.fromLatin1(KEY);
  await create({ email, password: PASSWORD, totp: [{ secret: secret.hex, encoding: 'hex', ...form }] });
  const code = new TOTP({ ...form, secret }).generate();
  const verify = async () => {
    const { mfa_token } = (await app.login(email, PASSWORD)).json;
    return app.post('/api/auth/mfa/verify', { mfa_token, code });
  };
  expect((await verify()).json.recovery_codes).toHaveLength(10);
  expectFailure(await verify(), 'INVALID_CODE');
});

describe('an import', () => {
  it.each([
    ['', 2],
    ['?dry_run=true', 2],
  ])('names each line whose factors fail, with the query %p', async (query, created) => {
    const [key, known] = [importedPasskey(), importedPasskey()];
    await create({ passkeys: [known] });
    const lines = [
      { email: newEmail(), totp: [{ secret: KEY, encoding: 'ascii' }] },
      { email: newEmail(), totp: [{ secret: KEY }] },
      { email: newEmail(), passkeys: [key] },
      { email: newEmail(), passkeys: [key] },
      { email: newEmail(), passkeys: [known] },
      { email: newEmail(), mfa: 'off' },
    ];
    const { json } = await importLines(app, lines, query);
    expect(json.created).toBe(created);
    expect(json.results.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
      [2, 'INVALID_FACTOR'],
      [4, 'PASSKEY_EXISTS'],
      [5, 'PASSKEY_EXISTS'],
      [6, 'INVALID_REQUEST'],
    ]);
    expect(json.results[0].message).toContain('totp[0].secret');
  });
});
