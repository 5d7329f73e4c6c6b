import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { has } from '../support/run/machine.mjs';
import { newEmail, useApp } from '../support/service/app.js';

const COST = '5';
const app = useApp({ BCRYPT_COST: COST });

const OWN = /^\$2b\$05\$/;
const WRAPPED = /^wrapped:(md5|sha1|sha256|sha512):[A-Za-z0-9+/=]*:[A-Za-z0-9+/=]*:(hmac-sha256:)?\$2b\$05\$/;

const SCRIPT = join(__dirname, '../support/imports/foreign-hashes.py');
const HAS_PYTHON = has('python3') && has('openssl');
const withPython = HAS_PYTHON ? it : it.skip;
const FORMATS: string[] = HAS_PYTHON ? JSON.parse(python(['--list'])) : [];
const WEAK = FORMATS.filter((name) => /[{]|^(md5|sha1|sha512)\$|^\$sha256/.test(name));

/** Runs an implementation of the formats that shares nothing with the service. */
function python(args: string[], input = ''): string {
  return execFileSync('python3', [SCRIPT, ...args], { input, encoding: 'utf8' });
}

interface Foreign {
  format: string;
  email: string;
  password: string;
  password_hash: string;
}

/** A user of each format, for each password. */
function foreignUsers(passwords: string[]): Foreign[] {
  const wanted = passwords.flatMap((password) => FORMATS.map((format) => [format, password] as const));
  const hashes: string[] = JSON.parse(python([], JSON.stringify(wanted)));
  return wanted.map(([format, password], index) => {
    return { format, email: newEmail(), password, password_hash: hashes[index] as string };
  });
}

const lineOf = ({ email, password_hash }: Foreign) => ({ email, password_hash, email_verified: true });

async function storedHash(email: string): Promise<string> {
  return String((await app.sql('SELECT password_hash FROM users WHERE email = ?', [email]))[0]?.password_hash);
}

/** Signs in with a wrong password and then with the right one, which replaces the hash. */
async function signInTwice({ format, email, password }: Foreign): Promise<void> {
  const imported = await storedHash(email);
  expectFailure(await app.login(email, `${password}x`), 'INVALID_CREDENTIALS');
  expect([format, await storedHash(email)]).toEqual([format, imported]);
  expect([format, (await app.login(email, password)).status]).toEqual([format, 200]);
  expect([format, await storedHash(email)]).toEqual([format, expect.stringMatching(OWN)]);
  expect([format, (await app.login(email, password)).status]).toEqual([format, 200]);
}

/** A few at a time: refused logins mostly wait. */
async function signInAll(users: Foreign[]): Promise<void> {
  const queue = users.values();
  const worker = async () => {
    for (const user of queue) await signInTwice(user);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

withPython(
  'users with hashes of every format sign in with their password only, and get hashes of the service',
  async () => {
    const users = foreignUsers(['пароль ÜñÍ 密码 🔑']);
    const answer = await importLines(app, users.map(lineOf));
    expect(answer.json).toMatchObject({ created: users.length, failed: 0 });
    for (const user of users) {
      const stored = await storedHash(user.email);
      if (WEAK.includes(user.format))
        expect([user.format, stored]).toEqual([user.format, expect.stringMatching(WRAPPED)]);
      else if (user.format !== 'scrypt, Firebase') expect(stored).toBe(user.password_hash);
    }
    await signInAll(users);
  },
);

withPython('an export with hashes writes every format so that an import reads it again', async () => {
  const users = foreignUsers(['another plover and a quince']);
  const batch = (await importLines(app, users.map(lineOf))).json.batch_id;
  const hashes = await Promise.all(users.map(({ email }) => storedHash(email)));
  const exported = (await app.admin('GET', '/export?include_hashes=true')).text;
  const lines = exported.split('\n').filter((line) => line.includes(batch));
  expect(lines).toHaveLength(users.length);
  const signerKey = Buffer.from(Array.from({ length: 64 }, (_none, index) => index + 100)).toString('base64');
  expect(exported).not.toContain(signerKey.slice(0, 16));
  expect((await app.admin('DELETE', `/import/${batch}`)).json).toEqual({ removed: users.length, kept: 0 });
  expect((await importLines(app, lines)).json).toMatchObject({ created: users.length, failed: 0 });
  // The test before has shown that these hashes accept their passwords only.
  expect(await Promise.all(users.map(({ email }) => storedHash(email)))).toEqual(hashes);
  // One with an encrypted part, and a wrapped one.
  await signInAll(users.filter(({ format }) => ['scrypt, Firebase', '$sha256$'].includes(format)));
});

withPython('an administrator creates a user with the hash of another system, and a weak one is wrapped', async () => {
  const [user] = foreignUsers(['the plover of Kratos']).filter(({ format }) => format === '$sha256$');
  const { email, password_hash } = user as Foreign;
  expect((await app.admin('POST', '/users', { email, password_hash })).status).toBe(200);
  expect(await storedHash(email)).toMatch(WRAPPED);
  await signInTwice(user as Foreign);
});

withPython('a dry run counts weak hashes as the import does, and stores nothing', async () => {
  const users = foreignUsers(['a plover of a dry run']).filter(({ format }) => WEAK.includes(format));
  const lines = [
    ...users.map(lineOf),
    { email: newEmail(), password_hash: 'md5$$00' },
    ...users.slice(0, 1).map(lineOf),
  ];
  const dry = (await importLines(app, lines, '?dry_run=true')).json;
  expect(dry).toMatchObject({ batch_id: null, created: users.length, failed: 2 });
  const real = (await importLines(app, lines)).json;
  expect({ ...real, batch_id: null }).toEqual(dry);
});

withPython('a hostile file gets a reason for each line, and the rest is imported', async () => {
  const [good] = foreignUsers(['a plover among thieves']).filter(({ format }) => format === 'scrypt, PHC');
  const b64 = Buffer.alloc(32, 1).toString('base64');
  const hostile: [hash: unknown, reason: RegExp][] = [
    [`$pbkdf2-sha256$4294967295$${b64}$${b64}`, /\(PBKDF2\) must have iterations from 1000 to 1638400/],
    [`$scrypt$ln=25,r=8,p=1$${b64}$${b64}`, /\(scrypt\) must have log2 of N from 10 to 20/],
    [`pbkdf2_sha256$1000$${'s'.repeat(60_000)}$${b64}`, /must have at most 1024 characters/],
    [`$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$${b64.replace('=', '')}`, /\(argon2\) must be a PHC string/],
    [`$6$rounds=999999999$salt$${'a'.repeat(86)}`, /\(SHA-crypt\) must have rounds from 1000 to 131072/],
    [`$pbkdf2-sha256$2000$!!!$${b64}`, /must have a salt in Base64/],
    ['$snefru$1$2', /has an unknown form/],
    ['__proto__', /has an unknown form/],
    ['toString', /has an unknown form/],
    [{ toString: 'x' }, /password_hash must be a text/],
    [['$2b$10$'], /password_hash must be a text/],
    [null, /password_hash must be a text/],
    ['', /has an unknown form/],
    ['\0$2b$10$', /has an unknown form/],
    ['🔑'.repeat(400), /has an unknown form/],
  ];
  const emails = hostile.map(() => newEmail());
  const lines = [
    ...hostile.map(([password_hash], index) => ({ email: emails[index], password_hash })),
    `{"email":"${newEmail()}","password_hash":"$2b$10$","__proto__":{"password_hash":"$2b$04$"}}`,
    `{"email":"${newEmail()}","password_hash":"${'A'.repeat(2 ** 20)}"}`,
    lineOf(good as Foreign),
  ];
  const begun = performance.now();
  const { json } = await importLines(app, lines);
  expect(json).toMatchObject({ created: 1, failed: hostile.length + 2 });
  for (const [index, [, reason]] of hostile.entries()) {
    expect(json.results[index]).toMatchObject({
      line: index + 1,
      code: 'INVALID_HASH',
      message: expect.stringMatching(reason),
    });
  }
  expect(json.results.at(-1)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  // Nothing of them was hashed.
  expect(performance.now() - begun).toBeLessThan(10_000);
  await signInTwice(good as Foreign);
});
