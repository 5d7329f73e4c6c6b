import { randomBytes } from 'node:crypto';
import bcryptjs from 'bcryptjs';
import { argon2d, argon2i, argon2id } from 'hash-wasm';
import { App, newEmail } from './support/app.js';
import { expectFailure } from './support/expect.js';
import { importLines } from './support/ndjson.js';

const COST = '5';

let app: App;
beforeAll(async () => {
  app = await App.start({ BCRYPT_COST: COST });
});
afterAll(() => app.stop());

const PASSWORDS = {
  plain: 'a wholly plain passphrase',
  'many scripts': 'пароль ÜñÍ 密码 🔑',
  Latin: '\u00ff\u00ffa\u00a3 \u00e9\u00e8',
  '72 bytes': 'long'.repeat(18),
};

const bcrypt = (prefix: string, cost: number) => async (password: string) =>
  prefix + bcryptjs.hashSync(password, cost).slice(4);

const argon2 = (memorySize: number, iterations: number, parallelism: number, salt = 16, hashLength = 32) => {
  return (password: string) =>
    argon2id({
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
];

describe.each(['auto', 'js'])('with the engine %s', (engine) => {
  let own: App;
  beforeAll(async () => {
    own = await App.start({ BCRYPT_COST: COST, BCRYPT_ENGINE: engine });
  });
  afterAll(() => own.stop());

  it.each(HASHES)('%s signs in with its password only, and is re-hashed then', async (_name, hash) => {
    for (const password of Object.values(PASSWORDS)) {
      const email = newEmail();
      const password_hash = await hash(password);
      expect((await importLines(own, [{ email, password_hash }])).json).toMatchObject({ created: 1 });
      const stored = async () => (await own.sql('SELECT password_hash FROM users WHERE email = ?', [email]))[0];
      expectFailure(await own.login(email, `${password}x`), 'INVALID_CREDENTIALS');
      expectFailure(await own.login(email, password.slice(1)), 'INVALID_CREDENTIALS');
      expect(await stored()).toEqual({ password_hash });
      expect((await own.login(email, password)).status).toBe(200);
      const rehashed = (await stored())?.password_hash;
      expect(rehashed).toMatch(/^\$2[aby]\$05\$/);
      if (!password_hash.startsWith('$2a$05$')) expect(rehashed).toMatch(/^\$2b\$05\$/);
      expect((await own.login(email, password)).status).toBe(200);
      expectFailure(await own.login(email, `${password}x`), 'INVALID_CREDENTIALS');
    }
  });
});

it('takes nothing else, and says so of each line', async () => {
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
    await argon2i({ ...options, outputType: 'encoded' }),
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
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
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

it('a hash that cannot be verified, whoever has put it there, belongs to no password', async () => {
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

it('the dearest hashes that are taken keep a login for some seconds at most', async () => {
  const dear: [string, string][] = [
    [newEmail(), await argon2(131_072, 4, 1)('x')],
    [newEmail(), await argon2(52_428, 10, 16)('x')],
    [newEmail(), `$2b$15$${'abcdefghijklmnopqrstu'}u${'v'.repeat(30)}u`],
  ];
  expect(
    (
      await importLines(
        app,
        dear.map(([email, password_hash]) => ({ email, password_hash })),
      )
    ).json.created,
  ).toBe(3);
  for (const [email] of dear) {
    const started = Date.now();
    expectFailure(await app.login(email, 'wrong'), 'INVALID_CREDENTIALS');
    // About two on a machine that has nothing else to do.
    expect(Date.now() - started).toBeLessThan(40_000);
  }
});
