import { createHash, createHmac } from 'node:crypto';
import { digestOf } from './digest-formats.js';
import { loadArgon2, loadBcrypt } from './own-hashes.js';
import { checkHash, readHash } from './read-hash.js';

const OWN = { memory: 19_456, passes: 2 };
const ENGINES = {
  native: { bcrypt: loadBcrypt('native'), argon2: loadArgon2('native') },
  'not native': { bcrypt: loadBcrypt('js'), argon2: loadArgon2('wasm') },
};

/** Whether the password belongs to a hash, from its import to the comparison. */
async function matches(password: string, hash: string, engines = ENGINES.native): Promise<boolean> {
  const checked = checkHash(hash, OWN);
  if ('weak' in checked) return digestOf(checked.weak, password).equals(checked.weak.digest);
  return (await readHash(checked.stored)?.verify(password, engines)) ?? false;
}

/**
 * From the example hashes of hashcat (hashcat.net/wiki/doku.php?id=example_hashes): the password is always "hashcat". Those of
 * SHA-crypt occur again with the prefixes of Kratos.
 */
const HASHCAT = [
  'pbkdf2_sha256$20000$H0dPx8NeajVu$GiC4k5kqbbR9qWBlsRgDywNqC2vd9kqfk7zdorEnNas=',
  '$pbkdf2-sha512$25000$LyWE0HrP2RsjZCxlDGFMKQ$1vC5Ohk2mCS9b6akqsEfgeb4l74SF8XjH.SljXf3dMLHdlY1GK9ojcCKts6/asR4aPqBmk74nCDddU3tvSCJvw',
  '$P$984478476IagS59wHZvyQMArzfx58u.',
  '$H$984478476IagS59wHZvyQMArzfx58u.',
  '$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf',
  '$5$rounds=5000$GX7BopJZJxPc/KEK$le16UF8I2Anb.rOrn22AUPWvzUETDGefUmAV8AZkGcD',
  '$6$52450745$k5ka2p8bFuSmoVT1tzOyyuaREkkKBcCNqoDKzYiJL9RaE8yMnPgh2XzzF0NDrUhgrcLwg78xs1w5pJiypEdFX/',
  '$sha256-crypt$rounds=5000$GX7BopJZJxPc/KEK$le16UF8I2Anb.rOrn22AUPWvzUETDGefUmAV8AZkGcD',
  '$sha512-crypt$52450745$k5ka2p8bFuSmoVT1tzOyyuaREkkKBcCNqoDKzYiJL9RaE8yMnPgh2XzzF0NDrUhgrcLwg78xs1w5pJiypEdFX/',
  '$bcrypt-sha256$v=2,t=2b,r=12$KSOjON/ciJR86a00N5q61.$AmWZucQuHk13FGkQWhgMeiFvBfm2GCy',
  'sha1$fe76b$02d5916550edf7fc8c886f044887f4b1abf9b013',
  '{SHA}uJ6qx+YUFzQbcQtyd2gpTQ5qJ3s=',
  '{SSHA}AZKja92fbuuB9SpRlHqaoXxbTc43Mzc2MDM1Ng==',
  '{SSHA256}OZiz0cnQ5hgyel3Emh7NCbhBRCQ+HVBwYplQunHYnER7TLuV',
  '{SSHA512}ALtwKGBdRgD+U0fPAy31C28RyKYx7+a8kmfksccsOeLknLHv2DBXYI7TDnTolQMBuPkWDISgZr2cHfnNPFjGZTEyNDU4OTkw',
  'md5$$8743b52063cd84097a65d1633f5c74f5',
];

/** By the authors of the formats, or of their best known implementations. */
const PUBLISHED: [source: string, password: string, hash: string][] = [
  [
    'firebase/scrypt, README.md',
    'user1password',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,' +
      'sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$' +
      'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  ['the SHA-crypt text of U. Drepper', 'Hello world!', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
  [
    'the SHA-crypt text of U. Drepper',
    'Hello world!',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  ],
  [
    'RFC 7914, section 12, in a PHC string',
    'pleaseletmein',
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$' +
      'cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  ],
  [
    'ASP.NET Core, PasswordHasherTest.cs, version 2',
    'my password',
    'AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==',
  ],
  [
    'ASP.NET Core, PasswordHasherTest.cs, version 3',
    'my password',
    'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  ],
  [
    'phc-winner-argon2, src/test.c',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'phc-winner-argon2, src/test.c',
    'password',
    '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E',
  ],
  [
    'Passlib, documentation of bcrypt_sha256, version 1',
    'password',
    '$bcrypt-sha256$2a,12$LrmaIX5x4TRtAwEfwJZa1.$2ehnw6LvuIUTM0iz4iz9hTxv21B6KFO',
  ],
  ['Passlib, test_handlers_pbkdf2.py', 'password', '$pbkdf2$1212$OB.dtnSEXZK8U5cgxU/GYQ$y5LKPOplRmok7CZp/aqVDVg8zGI'],
  [
    'Passlib, test_handlers_pbkdf2.py',
    'password',
    '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ',
  ],
  [
    'Passlib, documentation of scrypt',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ],
];

describe.each([...HASHCAT.map((hash) => ['hashcat.net', 'hashcat', hash] as const), ...PUBLISHED])(
  'a published hash (%s)',
  (_source, password, hash) => {
    it(`accepts its password only: ${hash}`, async () => {
      expect(await matches(password, hash)).toBe(true);
      expect(await matches(`${password}x`, hash)).toBe(false);
    });
  },
);

it.each([`$6$rounds=131072$salt$${'a'.repeat(86)}`, `$P$F${'s'.repeat(8)}${'a'.repeat(22)}`])(
  'a password of 64 KiB costs no rounds of a format that digests it in each round: %s',
  async (hash) => {
    const begun = performance.now();
    expect(await matches('x'.repeat(65_536), hash)).toBe(false);
    // All rounds would digest gigabytes.
    expect(performance.now() - begun).toBeLessThan(1_000);
  },
);

it.each(Object.entries(ENGINES))('the %s engines verify argon2i and bcrypt after a digest', async (_name, engines) => {
  // The digests are those of "password", in the hexadecimal and in the Base64 form.
  const bcrypt = (text: string) => engines.bcrypt.hash(text, 4);
  const hex = createHash('sha512').update('password').digest('hex');
  const base64 = createHash('sha384').update('password').digest('base64');
  for (const hash of [
    '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E',
    `sha512-hex:${bcrypt(hex)}`,
    `sha384-base64:${bcrypt(base64)}`,
    `bcrypt_sha256$${bcrypt(createHash('sha256').update('password').digest('hex'))}`,
  ]) {
    expect([hash, await matches('password', hash, engines)]).toEqual([hash, true]);
    expect([hash, await matches('Password', hash, engines)]).toEqual([hash, false]);
  }
});

it('WordPress removes blanks around a password', async () => {
  const digest = createHmac('sha384', 'wp-sha384').update('a b').digest('base64');
  const hash = `$wp${ENGINES.native.bcrypt.hash(digest, 4).replace('$2b$', '$2y$')}`;
  expect(await matches(' a b\t\n', hash)).toBe(true);
  expect(await matches('ab', hash)).toBe(false);
});
