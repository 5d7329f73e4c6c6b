import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../support/http/http.js';
import { HASH } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, useApp } from '../support/service/app.js';

const SOURCES = join(__dirname, '../cli/sources');

describe('POST /api/admin/import/file', () => {
  const app = useApp();

  const post = (path: string, raw: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    app.post(`/api/admin/import/${path}`, undefined, {
      token: ADMIN_TOKEN,
      raw: Buffer.from(raw),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const mapped = (map: object, more = '') => `file?from=csv&map=${encodeURIComponent(JSON.stringify(map))}${more}`;
  const userOf = async (email: string) => (await app.admin('GET', `/users?email=${email}`)).json.users[0];

  it('imports the mapped columns of a table, and reads no other column', async () => {
    const email = newEmail();
    const table = `mail;Full name;active;hash;\n${email};"Ada; ""Lovelace""";no;${HASH};${HASH}\n`;
    const path = mapped({ email: 'mail', password_hash: 'hash', 'metadata.name': 'Full name' });
    const checked = await post(`${path}&dry_run=true`, table);
    expect(checked.json).toMatchObject({ batch_id: null, created: 1, failed: 0, without_password: 0 });
    expect(await userOf(email)).toBeUndefined();
    const done = await post(path, table);
    expect(done.json).toMatchObject({ created: 1, formats: { bcrypt: 1 }, failures: [], passwordless: [] });
    const user = await userOf(email);
    expect(user).toMatchObject({ active: true, batch_id: done.json.batch_id });
    expect(JSON.parse(user.metadata)).toEqual({ name: 'Ada; "Lovelace"' });
  });

  it('reports the records that fail, and the users without a password, with their places', async () => {
    const email = newEmail();
    const table = `email,password_hash\n${email},no hash\nnot an address,\n${email},${HASH}\n`;
    const { json } = await post('file?from=csv&dry_run=true&assume_verified=true', table);
    expect(json).toMatchObject({
      created: 1,
      failed: 2,
      without_password: 1,
      failures: [
        { at: 'record 2', code: 'INVALID_EMAIL' },
        { at: 'record 3', code: 'EMAIL_ALREADY_IN_USE', message: expect.stringContaining('record 1') },
      ],
      passwordless: [{ at: 'record 1', code: 'INVALID_HASH', sign_in: [] }],
    });
  });

  it.each([
    ['auth0', 'auth0-users.ndjson'],
    ['clerk', 'clerk-users.csv'],
    ['cognito', 'cognito-users.json'],
    ['django', 'django-users.json'],
    ['firebase', 'firebase-users.csv'],
    ['keycloak', 'keycloak-users.json'],
    ['kratos', 'kratos-identities.json'],
    ['supabase', 'supabase-users.ndjson'],
    ['better-auth', 'better-auth-users.json'],
    ['aspnet', 'aspnet-users.csv'],
    ['wordpress', 'wordpress-users.json'],
  ])('reads the file of %s, with %s', async (from, file) => {
    const { status, json } = await post(`file?from=${from}&dry_run=true`, readFileSync(join(SOURCES, file)));
    expect([status, json.created > 0, json.code]).toEqual([200, true, undefined]);
  });

  it('reads the parameters of a Firebase project in a header', async () => {
    const config = readFileSync(join(SOURCES, 'firebase-hash-config.txt'), 'utf8').replace(/\s+/g, ' ');
    const file = readFileSync(join(SOURCES, 'firebase-users.json'));
    const without = await post('file?from=firebase&dry_run=true', file);
    const headers = { 'firebase-hash-config': config };
    const { json } = await post('file?from=firebase&dry_run=true', file, headers);
    expect(json.without_password).toBeLessThan(without.json.without_password);
    expect(Object.keys(json.formats).join()).toContain('Firebase');
  });

  it.each([
    ['file?from=csv', 'id,name\n1,Ada\n', 'The file has no column "email". Map it, such as --map email=<column>.'],
    ['file?from=csv', Buffer.from([0xff, 0xfe, 0x61, 0]), 'it is UTF-16'],
    ['file?from=csv', '', 'it is empty'],
    ['file?from=none', 'email\n', 'from must be supabase'],
    ['file?from=csv&map=[]', 'email\n', 'map must be a JSON object.'],
    ['file?from=csv&map=%7B%22x%22:%22y%22%7D', 'email\n', 'map has the field "x", which does not exist.'],
    ['file?from=csv&map=%7B%22id%22:%22y%22%7D', 'email\n', 'map must have a column for "email".'],
    ['file?from=auth0&map=%7B%22email%22:%22y%22%7D', '[]', 'map is for from=csv only.'],
    ['file?from=csv&rp_id=example.com', 'email\n', 'rp_id is for from=kratos only.'],
    ['file?from=keycloak', 'id,email\n1,a@example.com\n', 'This is not of the chosen source: it has no field'],
    ['file?from=kratos&rp_id=https://a', '[]', 'rp_id must be a host name'],
    ['preview', 'email,email\n', 'The header has the column "email" twice: rename one.'],
    ['preview', `${'a,'.repeat(3)}${Array.from({ length: 201 }, (_, index) => `c${index}`).join()}\n`, 'twice'],
    ['preview', Array.from({ length: 201 }, (_, index) => `c${index}`).join(), 'The header has 201 columns.'],
  ])('%s refuses the file %j', async (path, text, message) => {
    const { json } = await post(path, text);
    expect(json.code).toBe('INVALID_REQUEST');
    expect(json.message).toContain(message);
  });

  it('shows the columns of a table with the fields that they may fill, and its first rows', async () => {
    const cell = 'x'.repeat(200);
    const { json } = await post(
      'preview',
      `UID,E-Mail,password,active,Note,email\n7,a@example.com,${HASH},1,${cell},b\n`,
    );
    expect(json.columns).toEqual([
      { name: 'UID', field: 'id' },
      { name: 'E-Mail', field: 'email' },
      { name: 'password', field: 'password_hash' },
      { name: 'active', field: 'active' },
      { name: 'Note', field: null },
      { name: 'email', field: null },
    ]);
    expect(json.rows).toEqual([['7', 'a@example.com', HASH, '1', 'x'.repeat(100), 'b']]);
  });

  it('refuses a body that is not sent as a file', async () => {
    const { json } = await post('file?from=csv', 'email\n', { 'content-type': 'text/csv' });
    expect(json.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});
