import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeAt, nowOf } from '../support/factors/factors.js';
import { newEmail, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

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
// The same users come in several tests.
afterEach(async () => {
  const users = await app.sql('SELECT uid FROM users WHERE batch_id IS NOT NULL');
  for (const { uid } of users) await app.admin('DELETE', `/users/${uid}`);
});

const write = (name: string, text: string | Buffer) => writeFileSync(join(cli.folder, name), text);
const emailsOf = async (batchId: string) =>
  (await app.sql('SELECT email FROM users WHERE batch_id = ? ORDER BY email', [batchId])).map(({ email }) => email);
const undo = async (batchId: string) => (await app.admin('DELETE', `/import/${batchId}`)).json;

/** The words of the import in a guide, whose files are those of this folder. */
function wordsOf(name: string, source = name): string[] {
  const guide = readFileSync(join(__dirname, `../../docs/migrating/${name}.md`), 'utf8');
  const [, command = ''] = /^node dist\/cli\.js (import --from .+)$/m.exec(guide) ?? [];
  expect(command).toMatch(`import --from ${source} `);
  return command.split(' ').map((word) => (existsSync(join(FILES, word)) ? join(FILES, word) : word));
}

/** Imports as the guide of a source says, after a dry run, whose numbers must be those of the import. */
async function importFrom(guide: string, source = guide) {
  const words = [...wordsOf(guide, source), '--json'];
  const dry = await cli.run([...words, '--dry-run']);
  const real = await cli.run(words);
  expect({ ...dry.json, batch_id: null }).toEqual({ ...real.json, batch_id: null });
  expect(dry.code).toBe(real.code);
  return real.json;
}

interface Case {
  /** The name of the guide. */
  source: string;
  /** The value of `--from`; by default the name of the guide. */
  from?: string;
  /** Those who sign in with their old password. */
  users: string[];
  /** How many users have a password, and how many have none. */
  passwords: [some: number, none: number];
  reasons?: Record<string, number>;
}

const CASES: Case[] = [
  {
    source: 'supabase',
    users: ['ada@supabase.example'],
    passwords: [1, 1],
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'auth0',
    users: ['grace@auth0.example'],
    passwords: [1, 2],
    reasons: { EMAIL_ALREADY_IN_USE: 2, INVALID_EMAIL: 1 },
  },
  {
    source: 'firebase',
    users: ['joan@firebase.example'],
    passwords: [1, 1],
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'keycloak',
    users: ['ada@keycloak.example'],
    passwords: [2, 0],
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'clerk',
    users: ['mary@clerk.example'],
    passwords: [2, 0],
  },
  { source: 'cognito', users: [], passwords: [0, 2] },
  {
    source: 'better-auth',
    users: ['ada@better-auth.example'],
    passwords: [2, 0],
  },
  {
    source: 'kratos',
    users: ['ada@kratos.example'],
    passwords: [3, 0],
  },
  {
    source: 'django',
    users: ['ada@django.example'],
    passwords: [2, 1],
    reasons: { INVALID_EMAIL: 1 },
  },
  {
    source: 'aspnet',
    users: ['ada@aspnet.example'],
    passwords: [2, 0],
  },
  {
    source: 'wordpress',
    users: ['ada@wordpress.example', 'alan@wordpress.example', 'old@wordpress.example'],
    passwords: [3, 0],
  },
  {
    source: 'csv',
    users: ['alan@table.example', 'ssha@table.example'],
    passwords: [2, 1],
  },
  {
    source: 'laravel',
    from: 'csv',
    users: ['ada@laravel.example', 'alan@laravel.example'],
    passwords: [2, 0],
  },
  {
    source: 'symfony',
    from: 'csv',
    users: ['ada@symfony.example', 'alan@symfony.example'],
    passwords: [2, 0],
  },
  {
    source: 'pocketbase',
    from: 'csv',
    users: ['ada@pocketbase.example', 'alan@pocketbase.example'],
    passwords: [2, 0],
  },
];

describe('users of another product', () => {
  it.each(CASES)('sign in with their old passwords after an import from $source', async (each) => {
    const { source, from, users, passwords, reasons = {} } = each;
    const report = await importFrom(source, from);
    const { none = 0, ...formats } = report.formats;
    const counted = Object.values<number>(formats).reduce((sum, count) => sum + count, 0);
    expect({ passwords: [counted, none], reasons: report.reasons }).toEqual({ passwords, reasons });
    expect(report.created).toBe(counted + none);
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

/** Imports a file with these words, and signs in with a wrong password and with the old one. */
async function importAndSignIn(words: string[], text: string, emails: string[]) {
  write('users.txt', text);
  const { code, json } = await cli.run(['import', ...words, 'users.txt', '--json']);
  for (const email of emails) {
    const [wrong, right] = [await app.login(email, `${PASSWORD}!`), await app.login(email, PASSWORD)];
    expect([email, wrong.code, right.status]).toEqual([email, 'INVALID_CREDENTIALS', 200]);
  }
  return { code, json };
}

describe('a hash of another product', () => {
  it('is read by the names that Kratos gives to SHA-crypt', async () => {
    const hashes = [
      '$sha256-crypt$seasalt$/zE65ynJnSP6VwVH5fRL3KQIZVPbvBHmTKH7rvKyN49',
      '$sha512-crypt$rounds=5000$seasalt$RkZe5rG9RR/Ize4eCXd4zOxUtEEuAYMSxU6m0JXylxSZccOJGDc.KKoJYoAOIFgJfkcOfalKUtf/PBO1gcJkA1',
    ];
    const emails = hashes.map(newEmail);
    const identities = hashes.map((hashed_password, index) => ({
      id: crypto.randomUUID(),
      traits: { email: emails[index] },
      credentials: { password: { config: { hashed_password } } },
    }));
    const { code, json } = await importAndSignIn(['--from', 'kratos'], JSON.stringify(identities), emails);
    expect({ code, formats: json.formats }).toEqual({ code: 0, formats: { 'SHA-crypt': 2 } });
  });

  const CLERK = [
    // A salt in Base64, a text that could be Base64, a text, a text that could be hexadecimal, and bytes in hexadecimal.
    'pbkdf2_sha256,pbkdf2_sha256$1000$YSBzYWx0IG9mIGJ5dGVz$tzyydeXBB2CpRY5tysbzyZzxB5vLEoXbCgnlniSoxL4=',
    'pbkdf2_sha256,pbkdf2_sha256$1000$saltsalt$2vLrmxK8YFROnGTL6oinO4bfT02gvTppeFbz7HWz5X0=',
    'pbkdf2_sha1,pbkdf2_sha1$1000$seasalt$2cf4db627f7ff402e3cedc740edab957e0cb60b8',
    'pbkdf2_sha1,pbkdf2_sha1$1000$a1b2c3d4$70aaf493cc779ecb20977a2ed12da77a91a0c16d',
    'pbkdf2_sha512,pbkdf2_sha512$1000$saltsalt$AlZ85ViMyYeLn5ExNy3bIAt30TZDHYhJHBclcH7KAz4jUw6D3vItgWUh52g0Q9MAOXdc83/zm/raVxTgh4rfMg==',
    'pbkdf2_sha256_django,pbkdf2_sha256$1000$saltsalt$2vLrmxK8YFROnGTL6oinO4bfT02gvTppeFbz7HWz5X0=',
  ];

  it('of PBKDF2 in Clerk accepts its password, in every reading of its salt', async () => {
    const emails = CLERK.map(newEmail);
    const rows = CLERK.map((row, index) => `user_${index},${emails[index]},${row}\n`);
    const text = `id,primary_email_address,password_hasher,password_digest\n${rows.join('')}`;
    const { code, json } = await importAndSignIn(['--from', 'clerk'], text, emails);
    expect({ code, left_out: json.left_out }).toEqual({ code: 0, left_out: [] });
  });

  it('of a hasher of Clerk that is not known is left out and named', async () => {
    const email = newEmail();
    const pepper = `user_1,${email},bcrypt_peppered,$2b$04$4LBEkKk4dKCOFax/ayqBQezs0HzWEz16WaukffNMbLNynHgDyPAQi\n`;
    const text = `id,primary_email_address,password_hasher,password_digest\n${pepper}`;
    const { json } = await importAndSignIn(['--from', 'clerk'], text, []);
    expect(json).toMatchObject({ created: 1, formats: { none: 1 } });
    expect(json.left_out).toEqual([
      {
        at: 'record 1',
        code: 'INVALID_HASH',
        message: 'The password is left out. Its hasher bcrypt_peppered is not known here.',
      },
    ]);
  });
});

describe('a user whose password does not come along', () => {
  const users = () => {
    const [hash, none, linked] = [newEmail(), newEmail(), newEmail()];
    const identities = [{ identityProvider: 'google', userId: newEmail() }];
    const secret = { algorithm: 'md4', hashIterations: 1 };
    const credentials = [{ type: 'password', secretData: { salt: 'AAAA', value: 'AAAA' }, credentialData: secret }];
    return {
      users: [
        { id: '1', email: hash, credentials },
        { id: '2', email: none, credentials: [] },
        { id: '3', email: linked, credentials: [], federatedIdentities: identities, federationLink: 'ldap' },
        { id: '4', email: newEmail(), credentials: [passwordOfKeycloak()] },
      ],
    };
  };
  const passwordOfKeycloak = () => ({
    type: 'password',
    secretData: { value: Buffer.alloc(32).toString('base64'), salt: 'AAAA' },
    credentialData: { algorithm: 'pbkdf2-sha256', hashIterations: 1_000 },
  });
  const NO_KEY = 'The password has a hash of the algorithm md4.';
  const ABSENT = 'The file has no password of this user.';
  const DIRECTORY = 'The password is in the directory that Keycloak asks.';

  it('is in the report with the reason and the ways to sign in', async () => {
    write('realm.json', JSON.stringify(users()));
    const words = ['import', '--from', 'keycloak', 'realm.json', '--dry-run'];
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9' };
    const { stdout } = await cli.run(words, { settings: mail });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `record 1: comes without a part: INVALID_HASH: ${NO_KEY} Sign-in by a link or a code in an email.`,
      `record 2: comes without a password: ${ABSENT} Sign-in by a link or a code in an email.`,
      `record 3: comes without a password: ${DIRECTORY} Sign-in by google, or a link or a code in an email.`,
    ]);
    expect((await cli.run([...words, '--json'], { settings: mail })).json.without_password).toEqual([
      { at: 'record 1', code: 'INVALID_HASH', reason: NO_KEY, sign_in: ['email'] },
      { at: 'record 2', reason: ABSENT, sign_in: ['email'] },
      { at: 'record 3', reason: DIRECTORY, sign_in: ['google', 'email'] },
    ]);
  });

  it('has no way in if the account is disabled, and is not named if the record fails', async () => {
    const credentials: object[] = [];
    const some = [
      { id: '1', email: newEmail(), enabled: false, credentials },
      { id: '2', email: 'no address', credentials },
    ];
    write('realm.json', JSON.stringify({ users: some }));
    const words = ['import', '--from', 'keycloak', 'realm.json', '--dry-run'];
    const { stdout } = await cli.run(words, { settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `record 1: comes without a password: ${ABSENT} The user is disabled.`,
      expect.stringMatching(/^record 2: INVALID_EMAIL: /),
    ]);
  });

  it('has no way in without mail and without an identity', async () => {
    write('realm.json', JSON.stringify(users()));
    const words = ['import', '--from', 'keycloak', 'realm.json', '--dry-run'];
    const { stdout } = await cli.run(words, { settings: { SMTP_URL: 'none' } });
    expect(stdout).toMatch(/^record 2: .+ No way to sign in: set SMTP_URL, or set a password\.$/m);
    expect(stdout).toMatch(/^record 3: .+ Sign-in by google\.$/m);
  });
});

describe('an import from Keycloak', () => {
  it('succeeds with accounts of services and groups, which are lines of the report', async () => {
    const [email, id] = [newEmail(), crypto.randomUUID()];
    const service = { id: crypto.randomUUID(), username: 'service-account-web', serviceAccountClientId: 'web' };
    write('realm.json', JSON.stringify({ users: [{ id, email, credentials: [], groups: ['/staff'] }, service] }));
    const words = ['import', '--from', 'keycloak', 'realm.json'];
    const { code, stdout } = await cli.run([...words, '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^record 1: The group \/staff is left out\.$/m);
    expect(stdout).toMatch(/^record 2: The account of a service is left out: it is no user\.$/m);
    expect(stdout).toMatch(/It would create 1 users, and 0 lines would fail\.\n$/);
    const real = await cli.run([...words, '--json']);
    expect(real).toMatchObject({ code: 0, json: { created: 1, failed: 0, reasons: {} } });
    expect(real.json.left_out).toEqual([
      { at: 'record 1', message: 'The group /staff is left out.' },
      { at: 'record 2', message: 'The account of a service is left out: it is no user.' },
    ]);
  });
});

it('an import from Firebase counts its passwords by a name that does not read like a fault', async () => {
  const report = await importFrom('firebase');
  expect(report.formats).toEqual({ Firebase: 1, none: 1 });
});

describe('factors and claims of another product', () => {
  it('come along: an authenticator app is asked for, and roles are in the access token', async () => {
    const report = await importFrom('kratos');
    const first = await app.login('mail@kratos.example', PASSWORD);
    expect(first.code).toBe('MFA_REQUIRED');
    const code = codeAt('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', await nowOf(app));
    const second = await app.post('/api/auth/mfa/verify', { mfa_token: first.json.mfa_token, code });
    expect(second.status).toBe(200);
    const { token } = (await app.login('ada@kratos.example', PASSWORD)).json;
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).app).toEqual({ plan: 'pro' });
    expect((await undo(report.batch_id)).kept).toBe(2);
  });
});

describe('an import of a table', () => {
  const HEADER = 'id,email,password,password_hash,email_verified\n';
  const HASH = '$2b$04$4LBEkKk4dKCOFax/ayqBQezs0HzWEz16WaukffNMbLNynHgDyPAQi';

  it('continues after SIGKILL with the right numbers, and then all users have the same batch', async () => {
    const emails = Array.from({ length: 220 }, newEmail);
    // Hashing takes long enough for the signal to come in the middle.
    const rows = emails.map((email, index) => `${index},${email},a long passphrase ${index},,true\n`);
    write('many.csv', `${HEADER}${rows.join('')}x,${emails[0]},,,false\ny,no address,,,\n`);
    const words = ['import', '--from', 'csv', 'many.csv', '--json'];
    const settings = { BCRYPT_COST: '7' };
    const dry = await cli.run([...words, '--dry-run'], { settings });
    expect(dry.json).toMatchObject({ created: 220, failed: 2, formats: { password: 220 } });
    const child = cli.spawn(words, settings);
    let written = '';
    child.stderr?.on('data', (text) => {
      written += text;
    });
    const closed = once(child, 'close');
    const count = async () =>
      Number((await app.sql('SELECT COUNT(*) AS n FROM users WHERE email IN (?, ?)', [emails[0], emails[50]]))[0]?.n);
    while (child.exitCode === null && (await count()) < 2) await sleep(20);
    child.kill('SIGKILL');
    await closed;
    const [, batchId = ''] = /"batch_id":"([\w-]{36})"/.exec(written) ?? [];
    const before = (await emailsOf(batchId)).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(220);
    const { code, json } = await cli.run([...words, '--resume', batchId], { settings });
    expect({ code, json }).toMatchObject({
      code: 1,
      json: { batch_id: batchId, created: 220 - before, already: before, failed: 2 },
    });
    expect(json.results).toEqual(dry.json.results);
    expect(await emailsOf(batchId)).toEqual([...emails].sort());
    const again = await cli.run([...words, '--resume', batchId], { settings });
    expect(again.json).toMatchObject({ created: 0, already: 220, failed: 2 });
    expect((await cli.run(['import', 'undo', batchId, '--json'])).json).toEqual({ removed: 220, kept: 0 });
  }, 180_000);

  it('refuses a hash in the column of passwords, and says how to map it', async () => {
    const [hash, plain] = [newEmail(), newEmail()];
    write('users.csv', `email,secret\n${hash},${HASH}\n${plain},a long passphrase\n`);
    const { code, json } = await cli.run([
      'import',
      '--from',
      'csv',
      'users.csv',
      '--map',
      'password=secret',
      '--json',
    ]);
    expect({ code, created: json.created }).toEqual({ code: 1, created: 1 });
    const message = 'secret looks like a hash: use --map password_hash=secret.';
    expect(json.results).toEqual([{ at: 'record 1', code: 'INVALID_REQUEST', message }]);
    expect((await app.login(plain, 'a long passphrase')).status).toBe(200);
  });

  it('reads a mapped column as what it is mapped to, and as nothing else', async () => {
    const email = newEmail();
    write('users.csv', `uid,mail,email,password\n7,${email},not read,${HASH}\n`);
    const map = 'email=mail,metadata.other=email,password_hash=password,metadata.number=uid';
    const { code, json } = await cli.run(['import', '--from', 'csv', 'users.csv', '--map', map, '--json']);
    expect({ code, formats: json.formats }).toEqual({ code: 0, formats: { bcrypt: 1 } });
    const [user] = await app.sql('SELECT metadata FROM users WHERE email = ?', [email]);
    expect(JSON.parse(String(user?.metadata))).toEqual({ other: 'not read', number: '7' });
  });

  it('refuses each hostile record by name, and imports the others', async () => {
    const [good, weak] = [newEmail(), newEmail()];
    const hashes = [
      '$2b$31$4LBEkKk4dKCOFax/ayqBQezs0HzWEz16WaukffNMbLNynHgDyPAQi',
      '$argon2id$v=19$m=4194304,t=9,p=1$c2FsdA$aGFzaA',
    ];
    const users = [
      { id: 'a', email: good, email_verified: true, password_hash: HASH, __proto__: { email: 'no' } },
      { id: 'b', email: weak, password_hash: hashes[0] },
      { id: 'c', email: newEmail(), metadata: { note: 'x'.repeat(70_000) } },
      { id: 'd', email: ['list'] },
      { id: 'e', email: newEmail(), email_verified: 'perhaps' },
      'text',
      { id: 'a', email: newEmail() },
    ];
    const text = JSON.stringify(users).replace('"id":"a"', '"__proto__":{"email":"no"},"constructor":1,"id":"a"');
    write('users.json', text);
    const { json } = await cli.run(['import', '--from', 'csv', 'users.json', '--json']);
    expect(json).toMatchObject({ created: 2, failed: 5 });
    const named = json.results.map(({ at, code }: { at: string; code: string }) => `${at} ${code}`);
    expect(named).toEqual([
      'record 3 PAYLOAD_TOO_LARGE',
      'record 4 INVALID_REQUEST',
      'record 5 INVALID_REQUEST',
      'record 6 INVALID_REQUEST',
      'record 7 UID_ALREADY_IN_USE',
    ]);
    expect(json.left_out).toMatchObject([{ at: 'record 2', code: 'INVALID_HASH' }]);
    expect(JSON.stringify(json)).not.toContain(hashes[0]);
  });

  it('prints the places of failures, and tables by format and by reason', async () => {
    const [email, other] = [newEmail(), newEmail()];
    write(
      'table.csv',
      `${HEADER}1,${email},,${HASH},true\n2,${other},,$1$unknown,\n3,${email},,,\n4,"two\nlines",,,\n`,
    );
    const { code, stdout } = await cli.run(['import', '--from', 'csv', 'table.csv', '--dry-run']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^record 2: comes without a part: INVALID_HASH: /m);
    expect(stdout).toMatch(/^record 3: EMAIL_ALREADY_IN_USE: The user at record 1 has the same address, and stays\.$/m);
    expect(stdout).toMatch(/^record 4: INVALID_EMAIL: /m);
    expect(stdout).toMatch(/^password {2,}users\n(?:bcrypt {2,}1\nnone {2,}1|none {2,}1\nbcrypt {2,}1)\n$/m);
    expect(stdout).toMatch(/^reason of failure {2,}records\n/m);
    expect(stdout).toMatch(/It would create 2 users, and 2 lines would fail\.\n$/);
  });
});

describe('wrong arguments of the command import', () => {
  it.each([
    ['an unknown source', ['--from', 'nowhere', 'a.csv'], 2, 'INVALID_REQUEST'],
    ['two files of NDJSON', ['a.ndjson', 'b.ndjson'], 2, 'INVALID_REQUEST'],
    ['a dry run that continues', ['--dry-run', '--resume', crypto.randomUUID(), 'a.ndjson'], 2, 'INVALID_REQUEST'],
    ['a field that there is not', ['--from', 'csv', '--map', 'mail=email', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['a mapping for a product', ['--from', 'auth0', '--map', 'email=mail', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['two columns for a field', ['--from', 'csv', '--map', 'email=a,email=b', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['hash parameters for a table', ['--from', 'csv', '--hash-config', 'ok.csv', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['a relying party for a table', ['--from', 'csv', '--rp-id', 'example.com', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['providers for NDJSON', ['--provider', 'a=google', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['a provider that there is not', ['--from', 'csv', '--provider', 'a=none', 'ok.csv'], 2, 'INVALID_REQUEST'],
    ['a file twice', ['--from', 'csv', 'ok.csv', 'ok.csv'], 2, 'INVALID_REQUEST'],
    [
      'a file of hash parameters without them',
      ['--from', 'firebase', '--hash-config', 'ok.csv', 'ok.csv'],
      2,
      'INVALID_REQUEST',
    ],
    ['a missing file', ['--from', 'csv', 'missing.csv'], 1, 'FILE_UNUSABLE'],
    ['a file in UTF-16', ['--from', 'csv', 'utf16.csv'], 1, 'FILE_UNUSABLE'],
    ['an import that there is not', ['--from', 'csv', '--resume', crypto.randomUUID(), 'ok.csv'], 1, 'BATCH_NOT_FOUND'],
    ['the undoing of an import that there is not', ['undo', 'no-batch'], 1, 'BATCH_NOT_FOUND'],
  ])('fail with one sentence and create no user: %s', async (_what, words, exitCode, code) => {
    write('ok.csv', 'id,email\n');
    write('utf16.csv', Buffer.from('\ufeffid,email\n', 'utf16le'));
    const outcome = await cli.run(['import', ...words, '--json']);
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(JSON.parse(outcome.messages.trim().split('\n').at(-1) ?? '')).toMatchObject({ code });
  });
});
