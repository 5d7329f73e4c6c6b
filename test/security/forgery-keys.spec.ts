import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  type SigningOptions,
  sign,
} from 'node:crypto';
import { expectFailure, readToken, writeToken } from '../support/http/http.js';
import { App, type SignedUp, useApp } from '../support/service/app.js';
import { SECRET } from '../support/service/service.js';

const ISSUER = 'https://auth.example.com';

type Header = Record<string, unknown>;
type Signature = (text: string) => Buffer | string;

const app = useApp({ BASE_URL: ISSUER });
let user: SignedUp;
let jwk: JsonWebKey;
let jwks: string;
beforeAll(async () => {
  user = await app.signUp();
  jwks = (await app.get('/.well-known/jwks.json')).text;
  [jwk] = JSON.parse(jwks).keys;
});
/** Checks that no forged token has worked or done harm. */
afterEach(async () => {
  const answer = await app.refresh(user.refresh_token);
  expect(answer.status).toBe(200);
  user.refresh_token = answer.json.refresh_token;
});

/** Forges both tokens of the user, and sends each to the endpoint that accepts its kind. */
async function expectRefused(header: (old: Header) => Header, signature: (old: string) => Signature): Promise<void> {
  const tokens = [user.token, user.refresh_token].map(readToken).map((old) => {
    return writeToken(header(old.header), old.claims, signature(old.signature));
  });
  const reads = tokens.map((token) => app.get('/api/auth/user', { token }));
  const refreshes = tokens.map((token) => app.refresh(token));
  for (const answer of await Promise.all(reads)) expectFailure(answer, 'NOT_AUTHENTICATED');
  for (const answer of await Promise.all(refreshes)) expectFailure(answer, 'INVALID_REFRESH_TOKEN');
}

/** Checks that each form of the public key is refused as the secret of an HMAC. */
async function expectFormsRefused(
  header: (old: Header) => Header,
  hash: string,
  encode = (bytes: Buffer) => bytes,
): Promise<void> {
  await Promise.all(Object.values(forms()).map((form) => expectRefused(header, byHmac(encode(form), hash))));
}

const byHmac = (key: string | Buffer, hash: string) => () => (text: string) =>
  createHmac(hash, key).update(text).digest();
const attackerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const attackerJwk = { ...attackerKey.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
const byAttacker = () => (text: string) =>
  sign('sha256', Buffer.from(text), { key: attackerKey.privateKey, dsaEncoding: 'ieee-p1363' });

/** The public key as bytes, in every form that a careless service may use as a "secret". */
function forms(): Record<string, Buffer> {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const der = key.export({ format: 'der', type: 'spki' });
  const pem = String(key.export({ format: 'pem', type: 'spki' }));
  const { crv, kty, x = '', y = '' } = jwk;
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const point = Buffer.concat([Buffer.from([4]), xBytes, yBytes]);
  const compressed = Buffer.concat([Buffer.from([2 + ((yBytes.at(-1) as number) & 1)]), xBytes]);
  const texts = {
    pem,
    'pem with CRLF': pem.replaceAll('\n', '\r\n'),
    'pem in one line': pem.replaceAll('\n', ''),
    'pem with escaped ends of lines': pem.replaceAll('\n', '\\n'),
    'pem of an EC key': pem.replaceAll('PUBLIC KEY', 'EC PUBLIC KEY'),
    'pem of an RSA key, as PKCS #1': pem.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'),
    'pem as a certificate': pem.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
    jwk: JSON.stringify(jwk),
    'jwk in lines': JSON.stringify(jwk, null, 2),
    'jwk of the thumbprint': JSON.stringify({ crv, kty, x, y }),
    jwks,
    'jwks in lines': JSON.stringify(JSON.parse(jwks), null, 2),
    x,
    y,
    kid: String((jwk as Header).kid),
    issuer: ISSUER,
    nothing: '',
    undefined: 'undefined',
    object: '[object Object]',
  };
  const bytes = { der, point, compressed, 'x and y': Buffer.concat([xBytes, yBytes]), 'bytes of x': xBytes };
  const ofTexts = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]);
  return { ...Object.fromEntries(ofTexts), ...bytes };
}

describe('an HMAC with the public key as its secret', () => {
  const encodings: Record<string, (bytes: Buffer) => Buffer> = {
    'as it is': (bytes) => bytes,
    'with an end of line': (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
    trimmed: (bytes) => Buffer.from(bytes.toString('latin1').trim(), 'latin1'),
    'in base64': (bytes) => Buffer.from(bytes.toString('base64')),
    'in base64 with an end of line': (bytes) => Buffer.from(`${bytes.toString('base64')}\n`),
    'in base64url': (bytes) => Buffer.from(bytes.toString('base64url')),
    'in hex': (bytes) => Buffer.from(bytes.toString('hex')),
    hashed: (bytes) => createHmac('sha256', '').update(bytes).digest(),
  };

  it.each(Object.entries(encodings))('is refused: %s', async (_title, encode) => {
    await expectFormsRefused((header) => ({ ...header, alg: 'HS256' }), 'sha256', encode);
  });

  it.each(['sha384', 'sha512'])('is refused with %s', async (hash) => {
    await expectFormsRefused((header) => ({ ...header, alg: hash.replace('sha', 'HS') }), hash);
  });

  it('is refused when the header still names ES256', async () => {
    await expectFormsRefused((header) => header, 'sha256');
  });
});

describe('a token without a valid signature', () => {
  const kinds = ['none', 'None', 'NONE', 'nOnE', 'none ', '', ' ', null, 0, false, true, [], ['none'], {}, undefined];

  it.each(kinds)('is refused with the algorithm %p', async (alg) => {
    const header = (old: Header) => ({ ...old, alg });
    await expectRefused(header, () => () => '');
    await expectRefused(header, (old) => () => old);
    await expectRefused(
      ({ kid: _, ...old }) => ({ ...old, alg }),
      () => () => '',
    );
  });
});

const generate = (curve: string) => generateKeyPairSync('ec', { namedCurve: curve });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed = generateKeyPairSync('ed25519');
const pss = { padding: 6, saltLength: 32 };
const raw = { dsaEncoding: 'ieee-p1363' as const };

it.each<[string, { publicKey: KeyObject; privateKey: KeyObject }, string | null, SigningOptions]>([
  ['ES384', generate('P-384'), 'sha384', raw],
  ['ES512', generate('P-521'), 'sha512', raw],
  ['ES256K', generate('secp256k1'), 'sha256', raw],
  ['RS256', rsa, 'sha256', {}],
  ['RS512', rsa, 'sha512', {}],
  ['PS256', rsa, 'sha256', pss],
  ['EdDSA', ed, null, {}],
  ['Ed25519', ed, null, {}],
])(
  'a token signed with another algorithm and key is refused: %s',
  async (alg, { publicKey, privateKey }, hash, options) => {
    const signature = () => (text: string) => sign(hash, Buffer.from(text), { key: privateKey, ...options });
    const embedded = publicKey.export({ format: 'jwk' });
    await expectRefused((header) => ({ ...header, alg }), signature);
    await expectRefused((header) => ({ ...header, alg, jwk: embedded }), signature);
    await expectRefused((header) => ({ ...header, alg: 'ES256' }), signature);
    await expectRefused((header) => ({ ...header, alg: 'ES256', jwk: embedded }), signature);
  },
);

describe('a token with an unknown kid', () => {
  const kids: unknown[] = [
    ...['', ' ', '0', 'null', 'undefined', '\0', '*', '%', '../../../dev/null', '/dev/null', 'file:///etc/passwd'],
    ...['C:\\nul', '| id', '$(id)', '`id`', "' OR '1'='1", "x' UNION SELECT 'key' -- ", '1; DROP TABLE signing_keys'],
    ...['https://example.com/jwks.json', 'http://169.254.169.254/', 'ldap://example.com/a', '$' + '{jndi:ldap://x/a}'],
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'size', 'get', 'then'],
    ...['x'.repeat(2_000), '\ud800', '\u202e', 'k\u0130d'],
    ...[null, 0, -1, 1e308, true, false, [], ['kid'], {}, { kid: 'kid' }, { toString: 'x' }, [['__proto__']]],
  ];

  it.each(kids)('is refused: %p', async (kid) => {
    const header = (old: Header) => ({ ...old, kid });
    await expectRefused(header, byAttacker);
    await expectRefused((old) => ({ ...old, kid, alg: 'HS256' }), byHmac('', 'sha256'));
    await expectRefused((old) => ({ ...old, kid, alg: 'HS256' }), byHmac(JSON.stringify(kid), 'sha256'));
  });

  it.each<[string, (kid: string) => unknown]>([
    ['a space before it', (kid) => ` ${kid}`],
    ['a space after it', (kid) => `${kid} `],
    ['a NUL after it', (kid) => `${kid}\0`],
    ['a path before it', (kid) => `./${kid}`],
    ['another case', (kid) => kid.toLowerCase()],
    ['an array around it', (kid) => [kid]],
    ['an object around it', (kid) => ({ toString: kid, kid })],
    ['a missing last character', (kid) => kid.slice(0, -1)],
  ])('is refused with a valid signature and a real kid, except for %s', async (_title, change) => {
    const { header, claims, signature } = readToken(user.token);
    const token = writeToken({ ...header, kid: change(header.kid) }, claims, () => signature);
    expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
  });
});

describe('a token whose header refers to its own key or contains it', () => {
  const pem = attackerKey.publicKey.export({ format: 'pem', type: 'spki' });
  const x5c = [attackerKey.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')];
  const own = JSON.stringify({ keys: [{ ...attackerJwk, kid: 'mine' }] });

  const headers: Header[] = [
    { jwk: attackerJwk },
    { jwk: { ...attackerJwk, kid: 'mine' }, kid: 'mine' },
    { jwk: JSON.stringify(attackerJwk) },
    { jku: `data:application/json,${encodeURIComponent(own)}`, kid: 'mine' },
    { jku: 'https://example.com/jwks.json' },
    { jku: `${ISSUER}/.well-known/jwks.json` },
    { jku: `${ISSUER}@example.com/jwks.json` },
    { jku: 'file:///tmp/jwks.json' },
    { x5u: 'https://example.com/cert.pem' },
    { x5c },
    { x5c, 'x5t#S256': 'x' },
    { x5t: 'x' },
    { key: pem },
    { pem },
    { secret: 'x' },
    { publicKey: pem, keyid: 'mine' },
    { crit: ['exp'] },
    { crit: [] },
    { crit: ['b64'], b64: false },
    { b64: false },
    { zip: 'DEF' },
    { cty: 'JWT' },
    { enc: 'A128GCM', alg: 'dir' },
    { alg: ['ES256'] },
    { alg: { toString: 'ES256' } },
    { alg: 'es256' },
    { alg: 'ES256\0' },
  ];

  it.each(headers.map((more) => [JSON.stringify(more).slice(0, 60), more] as const))(
    'is refused: %s',
    async (_title, more) => {
      await expectRefused((header) => ({ ...header, ...more }), byAttacker);
      await expectRefused(
        (header) => ({ ...header, ...more }),
        (old) => () => old,
      );
      await expectRefused(({ kid: _, ...header }) => ({ ...header, ...more }), byAttacker);
    },
  );
});

describe('another service with the same issuer', () => {
  it.each([
    ['with its own secret', 'another secret, and long enough to be one'],
    ['with the same secret', SECRET],
  ])('issues tokens that are refused: %s', async (_title, AUTH_SECRET) => {
    const other = await App.start({ BASE_URL: ISSUER, AUTH_SECRET });
    try {
      const { token, refresh_token } = await other.signUp();
      expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(
        await app.post('/api/auth/user/logout', { refresh_token }, { token: user.token }),
        'INVALID_REFRESH_TOKEN',
      );
    } finally {
      await other.stop();
    }
  });
});
