import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Staging, stageFile } from '../../flows/src/admin/imports/staging.js';
import { parseFirebaseHashConfig } from './products/firebase.js';
import { type Omission, omission, providerFinder } from './source.js';
import { SOURCES } from './sources.js';

const FOLDER = join(__dirname, '../../../test/cli/sources');

const firebase = parseFirebaseHashConfig(readFileSync(join(FOLDER, 'firebase-hash-config.txt'), 'utf8'));
const target = {
  problemOf: (hash: string) =>
    hash.startsWith('$1$') ? omission('INVALID_HASH', 'The password hash has an unknown format.') : undefined,
  problemOfFactor: (_list: string, factor: object) =>
    'public_key' in factor && factor.public_key === 'AAAA' ? omission('INVALID_FACTOR', 'It has no key.') : undefined,
  providerOf: providerFinder(new Set(['google', 'github']), new Map()),
};

const withoutMark = (bytes: Buffer) => (bytes[0] === 0xef ? bytes.subarray(3) : bytes);

/** A file with these records. */
const json = (records: object) => Buffer.from(JSON.stringify(records));

/** A file with these lines. */
const csv = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);

/** The lines, refusals and omissions that a source gives for files of its real form, or for their bytes. */
async function convert(name: string, files: (string | Buffer)[], columns: [string, string][] = []) {
  const source = SOURCES.get(name);
  if (!source) throw new Error(name);
  const staging = new Staging({ joins: source.joins ?? false, assumesVerified: false });
  const options = { columns: new Map(columns), firebase, rpId: 'example.com' };
  for (const file of files) {
    const path = typeof file === 'string' ? join(FOLDER, file) : 'users';
    const beginning = typeof file === 'string' ? withoutMark(readFileSync(path)) : file;
    await stageFile({ path, input: Readable.from([beginning]), beginning }, { source, options, staging });
  }
  // biome-ignore lint/suspicious/noExplicitAny: lines have the fields of their source
  const users: any[] = [];
  const refused: string[] = [];
  const omitted: string[] = [];
  const note = async (_line: number, omissions: Omission[]) =>
    void omitted.push(...omissions.map((each) => each.message));
  for await (const { lines } of staging.lines(target, note)) {
    for (const { bytes, refused: error } of lines) {
      if (error) refused.push(`${error.code} ${error.message}`);
      else users.push(JSON.parse(String(bytes)));
    }
  }
  staging.close();
  for (const user of users) user.metadata &&= JSON.parse(user.metadata);
  for (const user of users) user.claims &&= JSON.parse(user.claims);
  return { users, refused, omitted };
}

const TOTP_OF_KEYCLOAK = { algorithm: 'SHA1', digits: 6, period: 30, name: 'Phone', encoding: 'ascii' };

describe('a converter', () => {
  it('joins users, identities and factors of Supabase, and leaves out users without an email', async () => {
    const { users, refused, omitted } = await convert('supabase', [
      'supabase-identities.ndjson',
      'supabase-users.ndjson',
    ]);
    expect(users).toMatchObject([
      { uid: '0d0c5e8a-5b0f-4a5e-9f49-0a6f3a3f7b21', active: false, identities: [{ provider: 'google' }] },
      { email: 'ada@supabase.example', email_verified: true, created_at: 1709288430, metadata: { name: 'Ada' } },
    ]);
    expect(users[1].claims).toEqual({ plan: 'pro' });
    expect(users[1]).not.toHaveProperty('totp');
    expect(refused).toEqual(['INVALID_EMAIL The user has no email address.']);
    expect(omitted).toEqual(['The identity of discord is left out: no provider here has this name.']);
  });

  it('joins hashes and profiles of Auth0, keeps the verified of two users, and no password where none is verified', async () => {
    const { users, refused, omitted } = await convert('auth0', ['auth0-hashes.ndjson', 'auth0-users.ndjson']);
    expect(users).toMatchObject([
      { email: 'Grace@auth0.example', metadata: { plan: 'pro', old_id: 'auth0|5dea9f9c82dd7c0e76e4ec93' } },
      { email: 'twice@auth0.example', email_verified: false },
      { email: 'mary@auth0.example', identities: [{ provider: 'google', subject: '108204268033311374777' }] },
    ]);
    expect(users[0]).toMatchObject({
      claims: { roles: ['editor'] },
      identities: [{ provider: 'github', subject: '583231' }],
    });
    expect(users.map(({ password_hash }) => password_hash !== undefined)).toEqual([true, false, false]);
    expect(refused.map((text) => text.split(' ')[0])).toEqual([
      'EMAIL_ALREADY_IN_USE',
      'EMAIL_ALREADY_IN_USE',
      'INVALID_EMAIL',
    ]);
    expect(omitted).toEqual([expect.stringContaining('none has verified it')]);
  });

  it('keeps what Auth0 says of an address that is only among the identifiers', async () => {
    const identifiers = (value: string, verified?: boolean) => [
      { type: 'username', value: 'ada' },
      { type: 'email', value, verified },
    ];
    const { users } = await convert('auth0', [
      json([
        { _id: { $oid: '1' }, identifiers: identifiers('a@auth0.example', true) },
        { _id: { $oid: '2' }, identifiers: identifiers('b@auth0.example', false) },
        { _id: { $oid: '3' }, identifiers: identifiers('c@auth0.example') },
        { _id: { $oid: '4' }, email: 'd@auth0.example', identifiers: identifiers('other@auth0.example', true) },
        { _id: { $oid: '5' }, email_verified: false, identifiers: identifiers('e@auth0.example', true) },
      ]),
    ]);
    const verified = users.map(({ email, email_verified }) => `${email[0]} ${email_verified}`);
    expect(verified).toEqual(['a true', 'b false', 'c false', 'd false', 'e false']);
  });

  it.each([
    ['JSON', 'firebase-users.json', 'joan@firebase.example', { provider: 'google', subject: '117346206512233334444' }],
    ['CSV', 'firebase-users.csv', 'carol@firebase.example', { provider: 'github', subject: '583299' }],
  ])('writes the parameters of the project into the hashes of Firebase (%s)', async (_form, file, email, identity) => {
    const [user] = (await convert('firebase', [file])).users;
    expect(user).toMatchObject({ email, email_verified: true, claims: { admin: true }, identities: [identity] });
    expect(user.password_hash).toMatch(
      /^\$fbscrypt\$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8K[^$]+\$9YqYsvYvViJbLQ==\$[^$]+$/,
    );
  });

  it('refuses a row of Firebase that was cut, because the user would be active and without claims', async () => {
    const row = (fields: number) => csv(['1', 'a@firebase.example', ...Array(fields - 2).fill('')].join());
    for (const fields of [28, 29, 32, 33, 52, 53])
      expect((await convert('firebase', [row(fields)])).users).toMatchObject([{ email: 'a@firebase.example' }]);
    for (const fields of [3, 7, 26, 27, 30, 35, 54]) {
      const { users, refused } = await convert('firebase', [row(fields)]);
      expect(users).toEqual([]);
      expect(refused).toEqual([`INVALID_REQUEST Line 1 has ${fields} fields, and the file 52 columns: it may be cut.`]);
    }
  });

  const OLD = 27;
  const NEW = 51;
  /** A row as the exporter writes it: nothing is escaped but what the test escapes. */
  const rowOf = (name: string, { id = '1', claims = '', last = OLD, github = '' } = {}) => {
    const cells = Array<string>(last + 1).fill('');
    cells.splice(0, 6, id, `u${id}@firebase.example`, 'true', '', '', name);
    cells.splice(21, 6, github, '', '1709288430000', '1717000000000', '', 'false');
    cells[27] = claims;
    return `${cells.join(',')},`;
  };
  const named = ({ email, metadata, claims }: { email: string; metadata: { name?: string }; claims?: object }) =>
    [email.split('@')[0], metadata.name, ...(claims ? [claims] : [])] as const;

  it.each([
    ['a comma and quotes', '"Carol, "the" second"', 'Carol, "the" second'],
    ['a comma behind a quote', '"Al "Big", Jr, "II", of, many, parts"', 'Al "Big", Jr, "II", of, many, parts'],
    ['a quote at the beginning and a comma', '""Al" Big, Jr"', '"Al" Big, Jr'],
    ['a quote at the end and a comma', '"Jr, "Al""', 'Jr, "Al"'],
    ['a quote at the beginning', '"Al" Big', '"Al" Big'],
    ['a quote in it', 'Al "Big" Jr', 'Al "Big" Jr'],
    ['one quote, and a comma before it', '"Al,""', 'Al,"'],
    ['quotes that a newer exporter doubles', '"Carol, ""the"" second"', 'Carol, "the" second'],
  ])('reads a name of Firebase as the exporter writes it: %s', async (_which, written, name) => {
    for (const last of [OLD, NEW]) {
      const rows = [rowOf('Ann', { last }), rowOf(written, { id: '2', last }), rowOf('Zoe', { id: '3', last })];
      const { users, refused } = await convert('firebase', [csv(...rows)]);
      expect(refused).toEqual([]);
      expect(users.map(named)).toEqual([
        ['u1', 'Ann'],
        ['u2', name],
        ['u3', 'Zoe'],
      ]);
    }
  });

  it('reads names at providers, names of two lines, and claims of Firebase with quotes', async () => {
    const own = String.raw`"{""note"":""a \"b\""",""end"":""\\"}"`;
    const rows = [
      rowOf('"Al, "Big""', { github: '"Al, "Big" "II""', claims: own }),
      rowOf('"two\nlines, ""quoted"""', { id: '2', last: NEW }),
      rowOf('"Bo, "Big""', { id: '3', claims: String.raw`"{""note"":""a \""b\""""}"` }),
      rowOf('Zoe', { id: '4' }),
    ];
    const { users, refused } = await convert('firebase', [csv(...rows)]);
    expect(refused).toEqual([]);
    expect(users.map(named)).toEqual([
      ['u1', 'Al, "Big"', { note: 'a "b"', end: '\\' }],
      ['u2', 'two\nlines, "quoted"'],
      ['u3', 'Bo, "Big"', { note: 'a "b"' }],
      ['u4', 'Zoe'],
    ]);
  });

  it('refuses a line of Firebase with two meanings, so that a name gives nobody claims, and makes no users', async () => {
    const forged = `a, ",x${','.repeat(17)}1,2,,false,"{""admin"":true}","z`;
    const lines = `"x,""${','.repeat(18)}1,2,,false,,\n${rowOf('Eve', { id: '9' })}\n"`;
    for (const name of [`"${forged}"`, `"${forged.replace('a, "', 'a, "b" c"')}"`, lines]) {
      const { users, refused } = await convert('firebase', [csv(rowOf('Ann'), rowOf(name, { id: '2' }))]);
      expect(users.map(named)).toEqual([['u1', 'Ann']]);
      expect(refused[0]).toMatch(
        /^INVALID_REQUEST (?:Line 2|The record in lines 2 to \d) is not as the product writes it/,
      );
    }
  });

  it('names a line of Firebase that cannot be read, and reads the others', async () => {
    const odd = rowOf(`"${'a",'.repeat(30_000)}"`, { id: '2' });
    const { users, refused } = await convert('firebase', [csv(rowOf('Ann'), odd, rowOf('"Zoe', { id: '3' }))]);
    expect(users.map(named)).toEqual([
      ['u1', 'Ann'],
      ['u3', '"Zoe'],
    ]);
    expect(refused).toEqual([expect.stringContaining('Line 2 is not as the product writes it')]);
  });

  it('reads hashes, authenticator apps, roles and attributes of Keycloak, and no accounts of services', async () => {
    const { users, refused, omitted } = await convert('keycloak', ['keycloak-users.json']);
    expect(users).toMatchObject([
      { claims: { roles: ['editor'] }, metadata: { department: 'research' }, identities: [{ provider: 'google' }] },
      { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/), totp: [TOTP_OF_KEYCLOAK] },
    ]);
    expect(users[0].password_hash).toMatch(/^\$pbkdf2-sha512\$i=10000\$ABEiM0RVZneImaq7zN3u\/w\$/);
    expect(refused.map((text) => text.split(' ')[0])).toEqual(['INVALID_EMAIL']);
    expect(omitted).toEqual([
      'A credential of the type webauthn-passwordless cannot be imported.',
      'The account of a service is left out: it is no user.',
    ]);
  });

  it('names what a user has in Keycloak and not here', async () => {
    const user = {
      id: '1',
      email: 'a@keycloak.example',
      groups: ['/staff', '/staff/editors'],
      clientRoles: { web: ['admin'], account: ['manage-account', 'view-profile'] },
      requiredActions: ['UPDATE_PASSWORD'],
      clientConsents: [{ clientId: 'web', grantedClientScopes: ['email'] }],
    };
    const { users, refused, omitted } = await convert('keycloak', [json({ users: [user] })]);
    expect([users.length, refused]).toEqual([1, []]);
    expect(omitted).toEqual([
      'The group /staff is left out.',
      'The group /staff/editors is left out.',
      'The role admin of the client web is left out.',
      'The required action UPDATE_PASSWORD is left out.',
      'The consent to the client web is left out.',
    ]);
  });

  it('names credentials that are no JSON, and not their levels', async () => {
    const user = { id: '1', email: 'a@keycloak.example', credentials: '[{' };
    const { refused } = await convert('keycloak', [json({ users: [user] })]);
    expect(refused).toEqual(['INVALID_REQUEST credentials must be valid JSON. It is a text of length 2.']);
  });

  it('leaves out a user who was deleted in Supabase, with all records of the user', async () => {
    const identity = { provider: 'google', provider_id: '42', user_id: '1', identity_data: {} };
    const deleted = { id: '1', email: 'a@supabase.example', raw_app_meta_data: {}, deleted_at: '2024-03-01T10:20:30Z' };
    for (const records of [
      [identity, deleted],
      [deleted, identity],
    ]) {
      const result = await convert('supabase', [json(records)]);
      expect(result).toEqual({ users: [], refused: [], omitted: ['A user who was deleted in Supabase is left out.'] });
    }
  });

  it.each([null, '', 'NULL', '\\N', 'null', '0001-01-01T00:00:00Z'])(
    'leaves an address of Supabase unverified that has no time of its confirmation: %s',
    async (email_confirmed_at) => {
      const user = { id: '1', email: 'a@supabase.example', email_confirmed_at, deleted_at: email_confirmed_at };
      expect((await convert('supabase', [json([user])])).users).toMatchObject([{ email_verified: false }]);
    },
  );

  it.each(['email_confirmed_at', 'banned_until', 'deleted_at'])(
    'refuses a user of Supabase whose %s is no time',
    async (name) => {
      for (const value of ['false', 'x', '01/02/2024', '-1']) {
        const { users, refused } = await convert('supabase', [
          json([{ id: '1', email: 'a@b.example', banned_until: null, [name]: value }]),
        ]);
        expect(users).toEqual([]);
        expect(refused).toEqual([expect.stringMatching(`^INVALID_REQUEST ${name} must be a time`)]);
      }
    },
  );

  it('joins the CSV file and the API users of Clerk', async () => {
    const { users, omitted } = await convert('clerk', ['clerk-users.csv', 'clerk-users.json']);
    expect(users).toMatchObject([
      { claims: { role: 'editor' }, metadata: { theme: 'dark', last_name: 'Lovelace, Countess' }, totp: [{}] },
      { email_verified: false, password_hash: expect.stringMatching(/^md5\$\$[\da-f]{32}$/) },
    ]);
    expect(users[0].identities).toEqual([
      { provider: 'google', subject: '308204268033311374519', email: 'ada@clerk.example' },
    ]);
    expect(omitted).toEqual([
      expect.stringContaining('Other addresses'),
      'These columns are not read: primary_phone_number, verified_phone_numbers, unverified_phone_numbers.',
    ]);
  });

  it('gives a user of Clerk one authenticator app, also if a file comes twice', async () => {
    const { users } = await convert('clerk', [
      'clerk-users.csv',
      'clerk-users.json',
      'clerk-users.csv',
      'clerk-users.json',
    ]);
    expect(users[0].totp).toHaveLength(1);
    expect(users[0].identities).toHaveLength(1);
  });

  it('reads attributes and identities of Cognito', async () => {
    const { users } = await convert('cognito', ['cognito-users.json']);
    expect(users).toMatchObject([
      { uid: '7c1f9b9e-6a0e-4f0e-9d5c-1f6f0c0f7a01', metadata: { plan: 'pro', name: 'Ada' }, created_at: 1709284830 },
      { email: 'hedy@cognito.example', identities: [{ provider: 'google', subject: '408204268033311374519' }] },
    ]);
  });

  it('joins the tables of Better Auth, and leaves out secrets that are still encrypted', async () => {
    const { users, omitted } = await convert('better-auth', ['better-auth-users.json']);
    expect(users).toMatchObject([
      { email: 'ada@better-auth.example', claims: { roles: ['editor'] }, identities: [{ provider: 'google' }] },
      { email: 'rosa@better-auth.example', totp: [{ secret: 'kT3vQ9xLw2Zb7NfYc5Hs8PdRj4MgUa6E', encoding: 'ascii' }] },
    ]);
    expect(users.every(({ password_hash }) => /^[\da-f]{32}:[\da-f]{128}$/.test(password_hash))).toBe(true);
    expect(omitted.map((text) => text.split(' ')[1])).toEqual(['secret', 'passkey']);
  });

  it('rewrites the hashes of Kratos that have other forms here, and reads its credentials', async () => {
    const { users } = await convert('kratos', ['kratos-identities.json']);
    expect(users).toMatchObject([
      { claims: { plan: 'pro' }, metadata: { name: { first: 'Ada' } }, identities: [{ provider: 'google' }] },
      { email: 'mail@kratos.example', email_verified: true, totp: [{ encoding: 'base32', digits: 6 }] },
      { active: false, password_hash: expect.stringMatching(/^\$fbscrypt\$v=1,n=14,r=8,p=1,ss=Bw==,sk=YE0/) },
    ]);
    expect(users[1].password_hash).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/);
  });

  it('reads users of Django with the addresses of allauth and the devices of django-otp', async () => {
    const { users, refused } = await convert('django', ['django-users.json']);
    expect(users).toMatchObject([
      { email: 'ada@django.example', email_verified: true, claims: { roles: ['editors', 'staff'] }, identities: [{}] },
      { email_verified: false, totp: [{ encoding: 'hex', digits: 6, period: 30, name: 'Phone' }] },
      { email: 'mary@django.example' },
    ]);
    expect(users[2]).not.toHaveProperty('password_hash');
    expect(refused).toEqual(['INVALID_EMAIL The user has no email address.']);
  });

  it('reads the natural keys of Django, in any order, and refuses a key of two users', async () => {
    const user = (pk: number, username: string, email: string, model = 'auth.user') => {
      return { model, pk, fields: { username, email, password: '!' } };
    };
    const address = (key: string, email: string) => {
      return { model: 'account.emailaddress', pk: 1, fields: { user: [key], email, verified: true, primary: true } };
    };
    const device = (key: string) => {
      return { model: 'otp_totp.totpdevice', pk: 1, fields: { user: [key], confirmed: true, key: '6b54', digits: 6 } };
    };
    const account = { provider: 'google', uid: '42', user: ['ada'] };
    const own = 'accounts.user';
    const { users, refused } = await convert('django', [
      json([device('ada'), address('ada', 'new@django.example'), device('unknown@django.example')]),
      json([user(1, 'ada', 'ada@django.example'), user(2, 'alan', 'alan@django.example')]),
      json([{ model: 'socialaccount.socialaccount', pk: 1, fields: account }, device('alan@django.example')]),
      json([user(3, 'mary', 'mary@django.example', own), user(4, 'mary@django.example', 'x@django.example', own)]),
      json([device('mary'), device('x@django.example'), device('mary@django.example')]),
    ]);
    expect(users).toMatchObject([
      { email: 'new@django.example', email_verified: true, totp: [{}], identities: [{ subject: '42' }] },
      { email: 'alan@django.example' },
      { email: 'mary@django.example', totp: [{}] },
      { email: 'x@django.example', totp: [{}] },
    ]);
    expect(users[1]).not.toHaveProperty('totp');
    expect(refused).toEqual([
      // The key of a user of Django's own model is never the email.
      'INVALID_REQUEST The user of this record is not in the files.',
      'INVALID_REQUEST The user of this record is not in the files.',
      'INVALID_REQUEST Two users have the name by which the record names its user.',
    ]);
  });

  it('joins the tables of ASP.NET Identity, in CSV with a byte order mark', async () => {
    const files = ['aspnet-users.csv', 'aspnet-logins.csv', 'aspnet-tokens.csv', 'aspnet-roles.csv'];
    const { users } = await convert('aspnet', files);
    expect(users).toMatchObject([
      {
        active: true,
        email_verified: true,
        claims: { roles: ['Editor', 'Admin'] },
        identities: [{ provider: 'google' }],
      },
      { active: false, email_verified: true },
    ]);
    // The app is switched off for this user.
    expect(users[0]).not.toHaveProperty('totp');
  });

  it('reads users of WordPress with the roles, and names the algorithm of its oldest hashes', async () => {
    const { users } = await convert('wordpress', ['wordpress-users.json']);
    expect(users).toMatchObject([
      { claims: { roles: ['administrator', 'editor'] }, metadata: { old_id: '1' }, created_at: 1330597230 },
      { password_hash: expect.stringMatching(/^\$P\$B/) },
      { password_hash: expect.stringMatching(/^md5\$\$/) },
    ]);
    expect(users[2]).not.toHaveProperty('created_at');
  });

  it('refuses passwords of a table that look like hashes, also bare or damaged ones, by the name of the column', async () => {
    const secrets = [
      '5f4dcc3b5aa765d61d8327deb882cf99',
      `$2b$10$${'a'.repeat(52)}`,
      `b'$2b$10$${'a'.repeat(53)}'`,
      'a plain password',
    ];
    const rows = secrets.map((secret, index) => ({ email: `a${index}@table.example`, secret }));
    const { users, refused } = await convert('csv', [json(rows)], [['password', 'secret']]);
    expect(users).toMatchObject([{ email: 'a3@table.example', password: 'a plain password' }]);
    expect(refused).toEqual(Array(3).fill('INVALID_REQUEST secret looks like a hash: use --map password_hash=secret.'));
  });

  it('removes blanks around a hash', async () => {
    const hash = ` $2b$10$${'a'.repeat(53)}\t`;
    const { users } = await convert('csv', [json([{ email: 'a@table.example', password_hash: hash }])]);
    expect(users).toMatchObject([{ password_hash: hash.trim() }]);
  });

  it('reads the mapped columns of a table, and leaves out a hash of an unknown format', async () => {
    const { users, omitted } = await convert(
      'csv',
      ['table.csv'],
      [
        ...Object.entries({ id: 'customer', email: 'mail', password_hash: 'secret', email_verified: 'confirmed' }),
        ...Object.entries({ created_at: 'since', 'metadata.name': 'full name', 'claims.plan': 'plan' }),
      ],
    );
    expect(users).toMatchObject([
      { metadata: { name: 'Alan\nM. Turing', old_id: '7' }, claims: { plan: 'pro' }, created_at: 1700000000 },
      { metadata: { name: 'Joan "J." Clarke' }, email_verified: false, created_at: 1709288430 },
      { email: 'unknown@table.example' },
    ]);
    expect(users[2]).not.toHaveProperty('password_hash');
    expect(omitted).toEqual([expect.stringContaining('unknown format')]);
  });
});

it('claims with a number that JSON rounds are left out, and the place is named', async () => {
  const records = ['{"plan":{"ids":[1,1983516295378495150]}}', '{"id":9007199254740991,"rate":0.1}'].map(
    (claims, index) => `{"id":"${index}","email":"user${index}@example.com","claims":${claims}}`,
  );
  const { users, omitted } = await convert('csv', [Buffer.from(`[${records.join()}]`)]);
  expect(users.map((user) => user.claims)).toEqual([undefined, { id: 9007199254740991, rate: 0.1 }]);
  expect(omitted).toEqual(['The claims are left out: claims.plan.ids.1 is a number that JSON rounds.']);
});

describe('the columns of a table', () => {
  it('are read also in another spelling, so that passwords come and disabled users stay disabled', async () => {
    const table = await convert('csv', [csv('Email, PASSWORD_HASH,Active', 'a@table.example,md5$$x,false')]);
    expect(table.users).toMatchObject([{ email: 'a@table.example', password_hash: 'md5$$x', active: false }]);
    const aspnet = await convert('aspnet', [
      csv('id,email,emailconfirmed,passwordhash,lockoutend,lockoutenabled', '1,a@b.example,t,x,2999-01-01,t'),
    ]);
    expect(aspnet.users).toMatchObject([{ email_verified: true, password_hash: 'x', active: false }]);
    const supabase = await convert('supabase', [
      csv('ID,Email,Encrypted-Password,Banned Until', '1,a@b.example,x,2999-01-01'),
    ]);
    expect(supabase.users).toMatchObject([{ email: 'a@b.example', password_hash: 'x', active: false }]);
  });

  it('are refused where a column is almost a field, and was not mapped', async () => {
    const line = 'email,passwordHash\na@b.example,x';
    const message = 'The column "passwordHash" is not read: use --map password_hash=passwordHash, or rename it.';
    await expect(convert('csv', [csv(line)])).rejects.toThrow(message);
    const { users } = await convert('csv', [csv(line)], [['password_hash', 'passwordHash']]);
    expect(users).toMatchObject([{ password_hash: 'x' }]);
    const record = { email: 'a@b.example', Password: 'x' };
    expect((await convert('csv', [json([record])])).refused).toEqual([
      expect.stringContaining('--map password=Password'),
    ]);
  });

  it('are read as what they are mapped to, and as nothing else, in any spelling', async () => {
    const { users } = await convert('csv', [csv('email,Password', 'a@b.example,x')], [['password_hash', 'Password']]);
    expect(users).toEqual([{ email: 'a@b.example', email_verified: false, password_hash: 'x' }]);
  });

  it.each([',', ';', '\t'])(
    'fill the fields of the guide by their names and words, separated by %j',
    async (delimiter) => {
      const names = [
        'id',
        'EMAIL',
        'Password-Hash',
        'Email Verified',
        ' active ',
        'created-at',
        'Metadata',
        'CLAIMS',
        'totp',
      ];
      const yes = ['true', '1', 't', 'yes'].map((word, index) => [
        ...[`7${index}`, `a${index}@table.example`, 'md5$$x', word, word.toUpperCase()],
        ...['2024-03-01 10:20:30', '"{""a"":1}"', '"{""b"":[2]}"', 'JBSWY3DPEHPK3PXP'],
      ]);
      const no = ['false', '0', 'f', 'no'].map((word, index) => [
        ...[
          `8${index}`,
          `b${index}@table.example`,
          '',
          word,
          word,
          ['1709288430', '1709288430000'][index % 2],
          '',
          '',
          '',
        ],
      ]);
      const rows = [names, ...yes, ...no].map((row) => row.join(delimiter));
      const { users, refused, omitted } = await convert('csv', [csv(...rows)]);
      expect({ refused, omitted }).toEqual({ refused: [], omitted: [] });
      for (const user of users.slice(0, 4))
        expect(user).toMatchObject({
          ...{ password_hash: 'md5$$x', email_verified: true, active: true, created_at: 1709288430 },
          ...{ metadata: { a: 1 }, claims: { b: [2] }, totp: [{ secret: 'JBSWY3DPEHPK3PXP', encoding: 'base32' }] },
        });
      for (const user of users.slice(4))
        expect(user).toMatchObject({ email_verified: false, active: false, created_at: 1709288430 });
      expect(users).toHaveLength(8);
    },
  );

  it('are single values of metadata and claims by their names, as text, without a mapping', async () => {
    const header = 'email,metadata.plan,Claims.Level,claims.1,metadata.a.b, metadata . c ,metadata';
    const { users, omitted, refused } = await convert('csv', [
      csv(
        header,
        'a@table.example,pro,7,x,deep,y,"{""plan"":""old"",""theme"":""dark""}"',
        'b@table.example,,,,,,"{""plan"":""old""}"',
        'c@table.example,true,,,,,',
      ),
    ]);
    expect({ refused, omitted }).toEqual({ refused: [], omitted: [] });
    expect(users.map(({ metadata, claims }) => ({ metadata, claims }))).toEqual([
      { metadata: { plan: 'pro', theme: 'dark', 'a.b': 'deep', c: 'y' }, claims: { Level: '7', '1': 'x' } },
      { metadata: { plan: 'old' }, claims: undefined },
      { metadata: { plan: 'true' }, claims: undefined },
    ]);
  });

  it('are single values also in JSON, where a value that is no text or number refuses its record', async () => {
    const records = [{ email: 'a@table.example', 'metadata.plan': 'pro', 'claims.level': 7 }];
    const wrong = { email: 'b@table.example', 'claims.admin': false };
    const { users, refused } = await convert('csv', [json([...records, wrong])]);
    expect(users).toMatchObject([{ metadata: { plan: 'pro' }, claims: { level: '7' } }]);
    expect(refused).toEqual([expect.stringContaining('claims.admin must be a text')]);
  });

  it('give single values no meaning by names such as __proto__', async () => {
    const row = 'a@table.example,x,y,z';
    const { users } = await convert('csv', [csv('email,metadata.__proto__,claims.__proto__,claims.constructor', row)]);
    expect(JSON.stringify(users[0].metadata)).toBe('{"__proto__":"x"}');
    expect(JSON.stringify(users[0].claims)).toBe('{"__proto__":"y","constructor":"z"}');
  });

  it('are refused where two are the same single value, and left to a mapping where there is one', async () => {
    const twice = csv('email,metadata.plan,Metadata.plan', 'a@table.example,1,2');
    await expect(convert('csv', [twice])).rejects.toThrow(
      'The columns "metadata.plan" and "Metadata.plan" are both "metadata.plan": rename one.',
    );
    const table = csv('email,tier,metadata.plan,metadata.role', 'a@table.example,pro,old,editor');
    const { users, omitted } = await convert(
      'csv',
      [table],
      [
        ['metadata.plan', 'tier'],
        ['claims.role', 'metadata.role'],
      ],
    );
    expect(users).toMatchObject([{ metadata: { plan: 'pro' }, claims: { role: 'editor' } }]);
    expect(users[0].metadata).toEqual({ plan: 'pro' });
    expect(omitted).toEqual(['These columns are not read: metadata.plan.']);
  });

  it('that are not read are in the report', async () => {
    const { omitted } = await convert('csv', [csv('email,secret,,phone', 'a@b.example,x,,1')]);
    expect(omitted).toEqual(['These columns are not read: secret, phone.']);
  });
});

describe('a file of another product', () => {
  const LARAVEL = 'laravel-users.csv';

  it.each([
    'keycloak',
    'better-auth',
    'auth0',
    'clerk',
    'cognito',
    'kratos',
    'django',
    'aspnet',
    'wordpress',
    'supabase',
  ])('is refused as one of %s, whose marks it does not have', async (name) => {
    const message = 'This is not of the chosen source: it has no field ';
    for (const file of [LARAVEL, 'pocketbase-users.csv', csv('id,email,password', '1,a@b.example,x')])
      await expect(convert(name, [file])).rejects.toThrow(message);
    const { users, refused } = await convert(name, [json([{ id: '1', email: 'a@b.example' }])]);
    expect([users, refused]).toEqual([[], [expect.stringContaining(message)]]);
  });

  it('is refused as one of Auth0 if its users have ids of another form', async () => {
    const { users, refused } = await convert('auth0', [csv('user_id,email,password', '7,a@b.example,x')]);
    expect(users).toEqual([]);
    expect(refused[0]).toBe(
      'INVALID_REQUEST user_id must be an id of Auth0, such as "auth0|123". It is a text of length 1.',
    );
  });

  it('is refused as a table where its hashes would be lost', async () => {
    const { users, refused } = await convert('csv', ['auth0-hashes.ndjson']);
    expect(users).toEqual([]);
    expect(refused).toEqual(Array(3).fill(expect.stringContaining('"passwordHash" is not read')));
  });
});
