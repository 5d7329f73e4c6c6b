import { randomBytes } from 'node:crypto';
import bcryptjs from 'bcryptjs';
import { argon2d, argon2i, argon2id } from 'hash-wasm';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const COST = '5';

const app = useApp({ BCRYPT_COST: COST });

const PASSWORDS = {
  plain: 'a wholly plain passphrase',
  'many scripts': 'пароль ÜñÍ 密码 🔑',
  Latin: '\u00ff\u00ffa\u00a3 \u00e9\u00e8',
  '72 bytes': 'long'.repeat(18),
};

const bcrypt = (prefix: string, cost: number) => async (password: string) =>
  prefix + bcryptjs.hashSync(password, cost).slice(4);

const argon2 = (
  memorySize: number,
  iterations: number,
  parallelism: number,
  salt = 16,
  hashLength = 32,
  algorithm = argon2id,
) => {
  return (password: string) =>
    algorithm({
      password,
      memorySize,
      iterations,
      parallelism,
      salt: randomBytes(salt),
      hashLength,
      outputType: 'encoded',
    });
};

const HASHES: [name: string, hash: (password: string) => Promise<string>][] = [
  ['bcrypt $2a$', bcrypt('$2a$', 5)],
  ['bcrypt $2b$', bcrypt('$2b$', 4)],
  ['bcrypt $2y$', bcrypt('$2y$', 6)],
  ['argon2id, 8 KiB', argon2(8, 1, 1)],
  ['argon2id, 19 MiB', argon2(19_456, 2, 1)],
  ['argon2id, four lanes', argon2(4_096, 3, 4)],
  ['argon2id, short salt and hash', argon2(64, 1, 1, 8, 16)],
  ['argon2id, long salt and hash', argon2(64, 10, 1, 64, 64)],
  ['argon2i', argon2(4_096, 3, 1, 16, 32, argon2i)],
];

/** The engine setting affects only bcrypt: an argon2id hash is verified elsewhere, and re-hashed by the engine. */
const HASHES_BY_ENGINE = HASHES.filter(([name]) => name.startsWith('bcrypt') || name === 'argon2id, 8 KiB');

describe.each([
  ['auto', HASHES],
  ['js', HASHES_BY_ENGINE],
])('an imported hash, with BCRYPT_ENGINE=%s,', (BCRYPT_ENGINE, hashes) => {
  let service: Service;
  beforeAll(async () => {
    // The app runs with the default, "auto".
    service = BCRYPT_ENGINE === 'auto' ? app.service : await app.replica({ BCRYPT_ENGINE });
  });
  const login = (email: string, password: string) =>
    service.call('POST', '/api/auth/user/login', { body: { email, password } });

  it.each(hashes)('accepts its password only, and is re-hashed at the sign-in: %s', async (_name, hash) => {
    const signIn = async (password: string) => {
      const email = newEmail();
      const password_hash = await hash(password);
      expect((await importLines(app, [{ email, password_hash }])).json).toMatchObject({ created: 1 });
      const stored = async () => (await app.sql('SELECT password_hash FROM users WHERE email = ?', [email]))[0];
      expectFailure(await login(email, `${password}x`), 'INVALID_CREDENTIALS');
      expectFailure(await login(email, password.slice(1)), 'INVALID_CREDENTIALS');
      expect(await stored()).toEqual({ password_hash });
      expect((await login(email, password)).status).toBe(200);
      const rehashed = (await stored())?.password_hash;
      expect(rehashed).toMatch(/^\$2[aby]\$05\$/);
      if (!password_hash.startsWith('$2a$05$')) expect(rehashed).toMatch(/^\$2b\$05\$/);
      expect((await login(email, password)).status).toBe(200);
      expectFailure(await login(email, `${password}x`), 'INVALID_CREDENTIALS');
    };
    // Refused logins mostly wait.
    await Promise.all(Object.values(PASSWORDS).map(signIn));
  });
});

it('an import refuses each hash of another form or cost with INVALID_HASH', async () => {
  const options = {
    password: 'x',
    salt: randomBytes(16),
    memorySize: 64,
    iterations: 1,
    parallelism: 1,
    hashLength: 32,
  };
  const good = await argon2id({ ...options, outputType: 'encoded' });
  const bad = [
    await argon2d({ ...options, outputType: 'encoded' }),
    good.replace('v=19', 'v=16'),
    good.replace('m=64', 'm=4194304'),
    good.replace('t=1', 't=1000000'),
    good.replace('p=1', 'p=255'),
    good.replace('p=1', 'p=1,data=AAAA'),
    `${good}=`,
    `${good}\n`,
    bcryptjs.hashSync('x', 4).replace('$04$', '$31$'),
    bcryptjs.hashSync('x', 4).replace('$04$', '$16$'),
    bcryptjs.hashSync('x', 4).replace('$2b$', '$2x$'),
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '\0',
    '',
  ];
  const answer = await importLines(app, [
    ...bad.map((password_hash) => ({ email: newEmail(), password_hash })),
    { email: newEmail(), password_hash: good },
  ]);
  expect(answer.json).toMatchObject({ created: 1, failed: bad.length });
  for (const { code } of answer.json.results) expect(code).toBe('INVALID_HASH');
});

it('a password that looks like a hash is refused, because the text of the hash would sign in', async () => {
  const [email, other] = [newEmail(), newEmail()];
  const password = bcryptjs.hashSync('a wholly plain passphrase', 4);
  const message = 'password looks like a hash: give it as password_hash.';
  expect((await app.admin('POST', '/users', { email, password })).json).toMatchObject({
    code: 'INVALID_REQUEST',
    message,
  });
  const digest = '5f4dcc3b5aa765d61d8327deb882cf99';
  const lines = [password, digest, `b'${password}'`, 'a wholly plain passphrase'].map((each) => {
    return { email: newEmail(), password: each };
  });
  const results = [1, 2, 3].map((line) => ({ line, code: 'INVALID_REQUEST', message }));
  expect((await importLines(app, lines)).json).toMatchObject({ created: 1, results });
  // A person may choose a digest in hexadecimal, as generators write them.
  expect((await app.admin('POST', '/users', { email: other, password: digest })).status).toBe(200);
  expectFailure(await app.login(email, password), 'INVALID_CREDENTIALS');
});

it('a stored hash that cannot be verified accepts no password', async () => {
  const { email } = await app.signUp();
  for (const hash of [
    'nonsense',
    '$argon2id$v=19$m=9999999,t=9,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
    '$2b$04$short',
    '',
  ]) {
    await app.sql('UPDATE users SET password_hash = ? WHERE email = ?', [hash, email]);
    expectFailure(await app.login(email, 'a wholly plain passphrase'), 'INVALID_CREDENTIALS');
  }
});

it('the most expensive hashes that an import accepts delay a login by a few seconds at most', async () => {
  const salt = Buffer.from('a salt of a hash').toString('base64').replaceAll('=', '');
  const digest = Buffer.alloc(32, 'x').toString('base64').replaceAll('=', '');
  const expensive = [
    `$argon2id$v=19$m=131072,t=4,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=52428,t=10,p=16$${salt}$${digest}`,
    `$2b$15$${'abcdefghijklmnopqrstu'}u${'v'.repeat(30)}u`,
  ];
  for (const password_hash of expensive) {
    const email = newEmail();
    expect((await importLines(app, [{ email, password_hash }])).json.created).toBe(1);
    const started = Date.now();
    expectFailure(await app.login(email, 'wrong'), 'INVALID_CREDENTIALS');
    // About two seconds on an idle machine.
    expect(Date.now() - started).toBeLessThan(40_000);
  }
});
