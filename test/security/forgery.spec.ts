import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { Env } from '@app/config';
import { SecretBox } from '../../libs/config/src/secrets.js';
import { expectFailure, readToken, writeToken } from '../support/http/http.js';
import { type SignedUp, useApp } from '../support/service/app.js';
import { SECRET } from '../support/service/service.js';

const app = useApp();
let user: SignedUp;
let jwk: JsonWebKey;
beforeAll(async () => {
  user = await app.signUp();
  [jwk] = (await app.get('/.well-known/jwks.json')).json.keys;
});

const attackerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const attackerJwk = attackerKey.publicKey.export({ format: 'jwk' });
const byAttacker = (text: string) =>
  sign('sha256', Buffer.from(text), { key: attackerKey.privateKey, dsaEncoding: 'ieee-p1363' as const });
const byHmac = (key: string | Buffer, hash: string) => (text: string) => createHmac(hash, key).update(text).digest();
const publicKey = () => createPublicKey({ key: jwk, format: 'jwk' });
const pem = () => String(publicKey().export({ format: 'pem', type: 'spki' }));

type Forge = (header: Record<string, unknown>, claims: Record<string, unknown>, signature: string) => string;

it.each<[string, Forge]>([
  ['no signature and alg none', (header, claims) => writeToken({ ...header, alg: 'none' }, claims, () => '')],
  ['no signature and alg NONE', (header, claims) => writeToken({ ...header, alg: 'NoNe' }, claims, () => '')],
  [
    'alg none and the old signature',
    (header, claims, old) => writeToken({ ...header, alg: 'none' }, claims, () => old),
  ],
  ['an empty signature', (header, claims) => writeToken(header, claims, () => '')],
  ['a signature of zeros', (header, claims) => writeToken(header, claims, () => Buffer.alloc(64))],
  ['no alg', ({ alg: _, ...header }, claims, old) => writeToken(header, claims, () => old)],
  [
    'HS256 with the public key in PEM',
    (header, claims) => writeToken({ ...header, alg: 'HS256' }, claims, byHmac(pem(), 'sha256')),
  ],
  [
    'HS256 with the trimmed PEM',
    (header, claims) => writeToken({ ...header, alg: 'HS256' }, claims, byHmac(pem().trim(), 'sha256')),
  ],
  [
    'HS512 with the public key in PEM',
    (header, claims) => writeToken({ ...header, alg: 'HS512' }, claims, byHmac(pem(), 'sha512')),
  ],
  [
    'HS256 with the public key in DER',
    (header, claims) =>
      writeToken(
        { ...header, alg: 'HS256' },
        claims,
        byHmac(publicKey().export({ format: 'der', type: 'spki' }), 'sha256'),
      ),
  ],
  [
    'HS256 with the JWK',
    (header, claims) => writeToken({ ...header, alg: 'HS256' }, claims, byHmac(JSON.stringify(jwk), 'sha256')),
  ],
  [
    'HS256 with an empty key',
    (header, claims) => writeToken({ ...header, alg: 'HS256' }, claims, byHmac('', 'sha256')),
  ],
  ['ES256 changed to ES384', (header, claims, old) => writeToken({ ...header, alg: 'ES384' }, claims, () => old)],
  ['a key of the attacker', (header, claims) => writeToken(header, claims, byAttacker)],
  [
    'a key of the attacker and an unknown kid',
    (header, claims) => writeToken({ ...header, kid: 'mine' }, claims, byAttacker),
  ],
  ['a key of the attacker and no kid', ({ kid: _, ...header }, claims) => writeToken(header, claims, byAttacker)],
  ['a kid that is a number', (header, claims) => writeToken({ ...header, kid: 0 }, claims, byAttacker)],
  [
    'a kid that is an array',
    ({ kid, ...header }, claims, old) => writeToken({ ...header, kid: [kid] }, claims, () => old),
  ],
  [
    'a kid that every object has as a property',
    (header, claims) => writeToken({ ...header, kid: '__proto__' }, claims, byAttacker),
  ],
  [
    'a kid that is a path',
    (header, claims) => writeToken({ ...header, kid: '../../dev/null' }, claims, byHmac('', 'sha256')),
  ],
  ['a jwk of the attacker', (header, claims) => writeToken({ ...header, jwk: attackerJwk }, claims, byAttacker)],
  [
    'a jwk of the attacker and no kid',
    ({ kid: _, ...header }, claims) => writeToken({ ...header, jwk: attackerJwk }, claims, byAttacker),
  ],
  [
    'a jku',
    (header, claims) => writeToken({ ...header, jku: `${app.service.url}/.well-known/jwks.json` }, claims, byAttacker),
  ],
  ['an x5u', (header, claims) => writeToken({ ...header, x5u: 'https://example.com/cert.pem' }, claims, byAttacker)],
  ['an unknown crit', (header, claims, old) => writeToken({ ...header, crit: ['exp2'], exp2: 1 }, claims, () => old)],
  ['a changed header', (header, claims, old) => writeToken({ ...header, x: 1 }, claims, () => old)],
  [
    'another user',
    (header, claims, old) => writeToken(header, { ...claims, sub: '0193e0a0-0000-7000-8000-000000000000' }, () => old),
  ],
  [
    'a later expiry',
    (header, claims, old) => writeToken(header, { ...claims, exp: Number(claims.exp) + 1 }, () => old),
  ],
  ['no expiry', (header, { exp: _, ...claims }, old) => writeToken(header, claims, () => old)],
  ['claims of an empty object', (header, _claims, old) => writeToken(header, {}, () => old)],
])('a forged token is refused: %s', async (_title, forge) => {
  const { header, claims, signature } = readToken(user.token);
  const token = forge(header, claims, signature);
  expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
  expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
});

it('the same token is accepted when it is not forged', async () => {
  const { header, claims, signature } = readToken(user.token);
  const token = writeToken(header, claims, () => signature);
  expect(token).toBe(user.token);
  expect((await app.get('/api/auth/user', { token })).status).toBe(200);
});

describe('a token with other claims, signed by the key of the service,', () => {
  /** A token of the service itself, except for these claims. */
  async function signed(changes: Record<string, unknown>): Promise<string> {
    const { header, claims } = readToken(user.token);
    const [row] = await app.sql('SELECT private_sealed FROM signing_keys WHERE kid = ?', [header.kid]);
    const box = new SecretBox({ authSecret: SECRET } as Env, 'signing-key');
    const key = box.open(String(row?.private_sealed), header.kid)?.text as string;
    return writeToken(header, { ...claims, ...changes }, (text) =>
      sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
    );
  }

  it('is accepted when no claim is changed', async () => {
    expect((await app.get('/api/auth/user', { token: await signed({}) })).status).toBe(200);
  });

  it.each([
    { typ: 'refresh' },
    { typ: undefined },
    { typ: 'revocations' },
    { iss: 'https://example.com' },
    { iss: undefined },
    { exp: undefined },
    { exp: 1 },
    { exp: '99999999999' },
    { sub: undefined },
    { sub: 1 },
    { sid: undefined },
    { jti: undefined },
  ])('is refused with %p', async (changes) => {
    expectFailure(await app.get('/api/auth/user', { token: await signed(changes) }), 'NOT_AUTHENTICATED');
  });
});

describe('the Authorization header', () => {
  const read = (authorization?: string) =>
    app.get('/api/auth/user', { headers: authorization === undefined ? {} : { authorization } });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is accepted with the scheme word %s', async (scheme) => {
    expect((await read(`${scheme} ${user.token}`)).json).toMatchObject({ uid: user.uid });
  });

  it.each<[string, (token: string) => string | undefined]>([
    ['nothing', () => undefined],
    ['an empty text', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the scheme and a space', () => 'Bearer '],
    ['the token alone', (token) => token],
    ['another scheme', (token) => `Basic ${token}`],
    ['a longer scheme', (token) => `Bearers ${token}`],
    ['no space', (token) => `Bearer${token}`],
    ['a colon', (token) => `Bearer: ${token}`],
    ['quotes', (token) => `Bearer "${token}"`],
    ['text after the token', (token) => `Bearer ${token} x`],
    ['two tokens', (token) => `Bearer ${token}, Bearer ${token}`],
    ['garbage', () => 'Bearer garbage'],
    ['dots', () => 'Bearer ..'],
    ['null', () => 'Bearer null'],
    ['an admin token', () => `Bearer adm_${'a'.repeat(43)}`],
    ['two parts', (token) => `Bearer ${token.split('.').slice(0, 2).join('.')}`],
    ['four parts', (token) => `Bearer ${token}.x`],
    ['a token cut short', (token) => `Bearer ${token.slice(0, -3)}`],
    ['a token cut in the middle', (token) => `Bearer ${token.slice(0, token.length / 2)}`],
    ['a token without its first letter', (token) => `Bearer ${token.slice(1)}`],
    ['12,000 characters', (token) => `Bearer ${token}${'A'.repeat(12_000)}`],
    ['a long header part', (token) => `Bearer ${'A'.repeat(12_000)}${token}`],
  ])('is refused with %s', async (_title, write) => {
    expectFailure(await read(write(user.token)), 'NOT_AUTHENTICATED');
  });

  it.each([
    ['the query string', () => app.get(`/api/auth/user?access_token=${user.token}&token=${user.token}`)],
    ['a cookie', () => app.get('/api/auth/user', { headers: { cookie: `token=${user.token}` } })],
    ['the body', () => app.put('/api/auth/user', { access_token: user.token, token: user.token })],
  ])('is the only accepted place for a token, not %s', async (_title, request) => {
    expectFailure(await request(), 'NOT_AUTHENTICATED');
  });
});
