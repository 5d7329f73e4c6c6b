import { once } from 'node:events';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN, newEmail, useApp } from '../support/app.js';
import { Cli } from '../support/cli.js';
import { codeAt } from '../support/totp.js';

const FILES = join(__dirname, 'sources');
/** The password of all users in these files. */
const PASSWORD = 'correct horse battery';

const app = useApp({ BCRYPT_COST: '4' });
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url, BCRYPT_COST: '4' });
  for (const kind of ['google', 'github']) {
    const fields = { id: kind, kind, name: kind, client_id: 'id', client_secret: 'a secret' };
    expect((await app.admin('POST', '/providers', fields)).status).toBe(200);
  }
});
afterAll(() => cli.remove());

const inFolder = (name: string) => join(FILES, name);
const write = (name: string, text: string | Buffer) => writeFileSync(join(cli.folder, name), text);
const emailsOf = async (batchId: string) =>
  (await app.sql('SELECT email FROM users WHERE batch_id = ? ORDER BY email', [batchId])).map(({ email }) => email);
const undo = async (batchId: string) => (await cli.run(['import', 'undo', batchId, '--json'])).json;

/** Imports files of a source after a dry run, whose numbers must be those of the import. */
async function importFrom(source: string, files: string[], more: string[] = []) {
  const words = ['import', '--from', source, ...more, '--json', ...files];
  const dry = await cli.run([...words, '--dry-run']);
  const real = await cli.run(words);
  expect({ ...dry.json, batch_id: null }).toEqual({ ...real.json, batch_id: null });
  expect(dry.code).toBe(real.code);
  return real.json;
}

interface Case {
  source: string;
  files: string[];
  more?: string[];
  /** Those who sign in with their old password. */
  users: string[];
  formats: Record<string, number>;
  reasons?: Record<string, number>;
}

const CASES: Case[] = [
  {
    source: 'supabase',
    files: ['supabase-users.ndjson', 'supabase-identities.ndjson'],
    users: ['ada@supabase.example'],
    formats: { bcrypt: 1, none: 1 },
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'auth0',
    files: ['auth0-hashes.ndjson', 'auth0-users.ndjson'],
    users: ['grace@auth0.example'],
    formats: { bcrypt: 1, none: 2 },
    reasons: { EMAIL_ALREADY_IN_USE: 2, INVALID_EMAIL: 1 },
  },
  {
    source: 'firebase',
    files: ['firebase-users.json', 'firebase-users.csv'],
    more: ['--hash-config', inFolder('firebase-hash-config.txt')],
    users: ['joan@firebase.example', 'carol@firebase.example'],
    formats: { 'scrypt of Firebase': 2, none: 1 },
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'keycloak',
    files: ['keycloak-users.json'],
    users: ['ada@keycloak.example'],
    formats: { pbkdf2: 1, argon2id: 1 },
    reasons: { INVALID_REQUEST: 1, INVALID_EMAIL: 1 },
  },
  {
    source: 'clerk',
    files: ['clerk-users.csv', 'clerk-users.json'],
    users: ['mary@clerk.example'],
    formats: { bcrypt: 1, md5: 1 },
  },
  { source: 'cognito', files: ['cognito-users.json'], users: [], formats: { none: 2 } },
  {
    source: 'better-auth',
    files: ['better-auth-users.json'],
    users: ['ada@better-auth.example'],
    formats: { scrypt: 2 },
  },
  {
    source: 'kratos',
    files: ['kratos-identities.json'],
    users: ['ada@kratos.example'],
    formats: { bcrypt: 1, scrypt: 1, 'scrypt of Firebase': 1 },
  },
  {
    source: 'django',
    files: ['django-users.json'],
    users: ['ada@django.example'],
    formats: { pbkdf2: 1, argon2id: 1, none: 1 },
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'aspnet',
    files: ['aspnet-users.csv', 'aspnet-logins.csv', 'aspnet-tokens.csv', 'aspnet-roles.csv'],
    users: ['ada@aspnet.example'],
    formats: { 'ASP.NET Identity': 2 },
  },
  {
    source: 'wordpress',
    files: ['wordpress-users.json'],
    users: ['ada@wordpress.example', 'alan@wordpress.example', 'old@wordpress.example'],
    formats: { 'WordPress bcrypt': 1, PHPass: 1, md5: 1 },
  },
  {
    source: 'csv',
    files: ['table.csv'],
    more: ['--map', 'id=customer,email=mail,password_hash=secret,email_verified=confirmed,created_at=since'],
    users: ['alan@table.example', 'ssha@table.example'],
    formats: { bcrypt: 1, 'sha1, salted': 1, none: 1 },
  },
];

describe('users of another product', () => {
  it.each(CASES)('sign in with their old passwords after an import from $source', async (each) => {
    const { source, files, more, users, formats, reasons = {} } = each;
    const report = await importFrom(source, files.map(inFolder), more);
    expect({ formats: report.formats, reasons: report.reasons }).toEqual({ formats, reasons });
    expect(report.created).toBe(Object.values(formats).reduce((sum, count) => sum + count, 0));
    for (const email of users) {
      const [wrong, right] = [await app.login(email, `${PASSWORD}!`), await app.login(email, PASSWORD)];
      expect({ email, wrong: wrong.code, right: right.status }).toEqual({
        email,
        wrong: 'INVALID_CREDENTIALS',
        right: 200,
      });
    }
    expect(await undo(report.batch_id)).toEqual({ removed: report.created - users.length, kept: users.length });
  });
});
