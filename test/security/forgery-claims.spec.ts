import { createHmac, type KeyObject, sign } from 'node:crypto';
import type { Env } from '@app/config';
import { deriveKeys } from '../../libs/config/src/secrets.js';
import { type Answer, expectFailure, readToken, sendBytes, writeToken } from '../support/http/http.js';
import { ADMIN_TOKEN, type SignedUp, useApp } from '../support/service/app.js';
import { SECRET } from '../support/service/service.js';
import { privateKeyOf } from '../support/service/tokens.js';

type Claims = Record<string, unknown>;

/** The order of the curve P-256 (NIST SP 800-186, section 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const NOW = Math.floor(Date.now() / 1000);

const app = useApp();
let user: SignedUp;
let other: SignedUp;
let accessKey: string;
let refreshKey: KeyObject;
beforeAll(async () => {
  [user, other] = [await app.signUp(), await app.signUp()];
  accessKey = await privateKeyOf(app, String(readToken(user.token).header.kid));
  [refreshKey] = deriveKeys({ authSecret: SECRET } as Env, 'refresh-token');
});

const read = (token: string) => app.get('/api/auth/user', { token });
const es256 = (text: string) => sign('sha256', Buffer.from(text), { key: accessKey, dsaEncoding: 'ieee-p1363' });
const hs256 = (text: string) => createHmac('sha256', refreshKey).update(text).digest();

/** An access token that the service itself might have signed, except for these claims. */
function access(change: (claims: Claims) => Claims): string {
  const { header, claims } = readToken(user.token);
  return writeToken(header, change(claims), es256);
}

function refresh(change: (claims: Claims) => Claims): string {
  const { header, claims } = readToken(user.refresh_token);
  return writeToken(header, change(claims), hs256);
}

const without = (name: string) => (claims: Claims) => ({ ...claims, [name]: undefined });
const withClaims = (more: Claims) => (claims: Claims) => ({ ...claims, ...more });
const WRONG: unknown[] = [null, true, '', 'x', 0.5, -1, 1e300, [], ['x'], {}, { $ne: null }, { toString: 'x' }];
const show = (value: unknown) => JSON.stringify(value);
const each = <T>(list: T[]) => list.map((value) => [show(value), value] as const);

describe('a token that this test signs without a change', () => {
  it('is accepted as an access token', async () => {
    expect((await read(access((claims) => claims))).json).toMatchObject({ uid: user.uid });
  });

  it('is accepted as a refresh token', () => {
    expect(refresh((claims) => claims)).toBe(user.refresh_token);
  });
});

describe('a token with the key of access tokens', () => {
  const refused = async (token: string) => {
    expectFailure(await read(token), 'NOT_AUTHENTICATED');
    expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
  };

  it.each(['iss', 'sub', 'sid', 'iat', 'exp', 'jti', 'typ'])('is refused without %s', (name) =>
    refused(access(without(name))),
  );

  describe.each(['iss', 'sub', 'sid', 'jti', 'typ', 'iat', 'exp'])('with a wrong type of %s', (name) => {
    const times = name === 'iat' || name === 'exp';
    const texts = name === 'sub' || name === 'sid' || name === 'jti';
    const fits = (value: unknown) => (times && Number.isInteger(value)) || (texts && typeof value === 'string');
    it.each(each(WRONG.filter((value) => !fits(value))))('is refused with the value %s', (_title, value) =>
      refused(access(withClaims({ [name]: value }))),
    );
  });

  it.each<Claims>([
    { iss: 'https://example.com' },
    { iss: 'http://localhost:3000/' },
    { iss: ['http://localhost:3000'] },
    { aud: 'https://example.com' },
    { aud: ['a', 'b'] },
    { aud: '' },
    { nbf: NOW + 3_600 },
    { nbf: 'tomorrow' },
    { exp: NOW - 1 },
    { exp: 0 },
    { exp: -NOW },
    { exp: NOW + 600.5 },
    { exp: String(NOW + 600) },
    { exp: [NOW + 600] },
    { exp: { valueOf: NOW + 600 } },
    { typ: 'refresh' },
    { typ: 'Access' },
    { typ: 'access ' },
    { typ: ['access'] },
    { typ: 'magic_link' },
    { pad: 'x'.repeat(4_096) },
    { pad: 'x'.repeat(9_000) },
  ])('is refused with %j', (more) => refused(access(withClaims(more))));

  it.each(['', 'null', '[]', '"x"', '1', '{', '{}', '\ufeff{}', '{"__proto__":{"typ":"access"}}'])(
    'is refused with the claims %s',
    (claims) => {
      const text = `${user.token.split('.')[0]}.${Buffer.from(claims).toString('base64url')}`;
      return refused(`${text}.${es256(text).toString('base64url')}`);
    },
  );

  it('has the last of duplicate claims, which are those of the original token', async () => {
    const { claims } = readToken(user.token);
    const twice = show({ ...claims }).replace('{', `{"sub":"${other.uid}",`);
    const text = `${user.token.split('.')[0]}.${Buffer.from(twice).toString('base64url')}`;
    expect((await read(`${text}.${es256(text).toString('base64url')}`)).json).toMatchObject({ uid: user.uid });
  });

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('is accepted with the header type %s', async (typ) => {
    const { header, claims } = readToken(user.token);
    expect((await read(writeToken({ ...header, typ }, claims, es256))).json).toMatchObject({ uid: user.uid });
  });

  it.each([undefined, null, '', 'JWT', 'rt+jwt', 'application/jwt', ['at+jwt'], 1])(
    'is refused with the header type %j, also after the service accepted the same claims',
    async (typ) => {
      const { header, claims } = readToken(user.token);
      expect((await read(user.token)).status).toBe(200);
      await refused(writeToken({ ...header, typ }, claims, es256));
    },
  );

  it('has no more rights with unknown claims', async () => {
    const more = { admin: true, scope: 'write', active: true, uid: other.uid, '\u212aid': 1 };
    expect((await read(access(withClaims(more)))).json).toMatchObject({ uid: user.uid });
  });

  it('is refused for an unknown user', async () => {
    const token = access(withClaims({ sub: '0193e0a0-0000-7000-8000-000000000000' }));
    expectFailure(await read(token), 'USER_NOT_FOUND');
    expectFailure(await app.post('/api/auth/user/logout', {}, { token }), 'NOT_AUTHENTICATED');
  });
});

describe('a token with the key of refresh tokens', () => {
  const refused = async (token: string) => {
    expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.post('/api/auth/user/logout', { refresh_token: token }, user), 'INVALID_REFRESH_TOKEN');
    expectFailure(await read(token), 'NOT_AUTHENTICATED');
  };

  it.each(['sub', 'sid', 'gen', 'iat', 'exp', 'typ'])('is refused without %s', (name) =>
    refused(refresh(without(name))),
  );

  describe.each(['sub', 'sid', 'gen', 'exp', 'typ', 'in'])('with a wrong type of %s', (name) => {
    const fits = (value: unknown) =>
      name === 'gen' || name === 'exp' ? Number.isInteger(value) : typeof value === 'string' && name !== 'typ';
    it.each(each(WRONG.filter((value) => !fits(value))))('is refused with the value %s', (_title, value) =>
      refused(refresh(withClaims({ [name]: value }))),
    );
  });

  it.each<Claims>([
    { typ: 'access' },
    { typ: 'Refresh' },
    { nbf: NOW + 3_600 },
    { exp: String(NOW + 600) },
    { exp: NOW + 600.5 },
    { aud: 'x' },
  ])('is refused with %j', (more) => refused(refresh(withClaims(more))));

  it.each<Claims>([{ gen: 1 }, { gen: -1 }, { gen: 2 ** 40 }, { sid: 'x' }, { sid: '%' }, { sid: '' }, { sub: '' }])(
    'is refused when its claims differ from its session: %j',
    async (more) => {
      const fresh = await app.signUp();
      const { header, claims } = readToken(fresh.refresh_token);
      expectFailure(await app.refresh(writeToken(header, { ...claims, ...more }, hs256)), 'INVALID_REFRESH_TOKEN');
    },
  );

  it('is refused for the session of another user', async () => {
    const { claims } = readToken(other.refresh_token);
    expectFailure(await app.refresh(refresh(withClaims({ sid: claims.sid }))), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.refresh(refresh(withClaims({ sub: other.uid }))), 'INVALID_REFRESH_TOKEN');
  });

  it.each([0, -1, NOW - 1])('fails with EXPIRED_JWT when it expired at %p', async (exp) => {
    expectFailure(await app.refresh(refresh(withClaims({ exp }))), 'EXPIRED_JWT');
  });
});

describe('an access token used as a refresh token, or the other way round,', () => {
  it('is refused, whichever key signed it', async () => {
    const [one, two] = [readToken(user.token), readToken(user.refresh_token)];
    const tokens = [
      user.refresh_token,
      writeToken(one.header, two.claims, es256),
      writeToken(two.header, one.claims, hs256),
      writeToken(one.header, one.claims, hs256),
      writeToken({ ...one.header, alg: 'HS256' }, one.claims, hs256),
      writeToken({ ...two.header, kid: one.header.kid }, { ...one.claims, ...two.claims }, es256),
    ];
    for (const token of tokens) expectFailure(await read(token), 'NOT_AUTHENTICATED');
    for (const token of [user.token, ...tokens.slice(1)])
      expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    for (const token of ['x'.repeat(43), Buffer.alloc(32, 7).toString('base64url'), user.uid]) {
      expectFailure(await read(token), 'NOT_AUTHENTICATED');
      expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    }
  });
});

const bytesOf = (signature: string) => Buffer.from(signature, 'base64url');
const toBigInt = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
const fromBigInt = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
const pair = (r: bigint, s: bigint) => Buffer.concat([fromBigInt(r), fromBigInt(s)]);

describe('a signature', () => {
  const signatures: [string, (old: Buffer) => Buffer | string][] = [
    ['zeros (CVE-2022-21449)', () => pair(0n, 0n)],
    ['zeros in DER', () => Buffer.from('3006020100020100', 'hex')],
    ['one and zero', () => pair(1n, 0n)],
    ['zero and one', () => pair(0n, 1n)],
    ['one and one', () => pair(1n, 1n)],
    ['the order', () => pair(ORDER, ORDER)],
    ['one more than the order', () => pair(ORDER + 1n, ORDER + 1n)],
    ['ones', () => Buffer.alloc(64, 0xff)],
    ['its bytes the other way round', (old) => Buffer.from(old).reverse()],
    ['a byte too few', (old) => old.subarray(0, -1)],
    ['a byte too many', (old) => Buffer.concat([old, Buffer.from([0])])],
    ['a byte too many at the front', (old) => Buffer.concat([Buffer.from([0]), old])],
    ['half of it', (old) => old.subarray(0, old.length / 2)],
    ['twice', (old) => Buffer.concat([old, old])],
    ['one bit of it changed', (old) => Buffer.from(old.map((byte, i) => (i === 31 ? byte ^ 1 : byte)))],
    ['a single byte', () => Buffer.from([0])],
    ['8,000 bytes', () => Buffer.alloc(8_000, 1)],
    ['padding behind it', (old) => `${old.toString('base64url')}==`],
    ['base64 that is not for URLs', (old) => `${old.toString('base64url').slice(0, -2)}+/`],
    ['a dot behind it', (old) => `${old.toString('base64url')}.`],
  ];

  it.each(signatures)('is refused when it is invalid: %s', async (_title, change) => {
    for (const text of [user.token, user.refresh_token]) {
      const { header, claims, signature } = readToken(text);
      const token = writeToken(header, claims, () => change(bytesOf(signature)));
      expectFailure(await read(token), 'NOT_AUTHENTICATED');
      expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    }
  });

  it('is refused when it is valid, but in DER', async () => {
    const { header, claims } = readToken(user.token);
    const der = (text: string) => sign('sha256', Buffer.from(text), accessKey);
    expectFailure(await read(writeToken(header, claims, der)), 'NOT_AUTHENTICATED');
  });
});

describe('another signature of the same claims', () => {
  it('is accepted, and changes no claim, when ECDSA allows it without the key (r, n - s)', async () => {
    const { header, claims, signature } = readToken(user.token);
    const [r, s] = [bytesOf(signature).subarray(0, 32), bytesOf(signature).subarray(32)];
    const token = writeToken(header, claims, () => pair(toBigInt(r), ORDER - toBigInt(s)));
    expect(token).not.toBe(user.token);
    expect((await read(token)).json).toEqual((await read(user.token)).json);
  });

  it('is refused for a refresh token with other unused bits at its end', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(user.refresh_token.at(-1) as string);
    for (const bits of [1, 2, 3]) {
      const token = user.refresh_token.slice(0, -1) + alphabet[last ^ bits];
      expectFailure(await app.refresh(token), 'INVALID_REFRESH_TOKEN');
    }
  });
});

describe('a refresh token written in another way', () => {
  it.each<[string, (token: string) => string]>([
    ['a space before it', (token) => ` ${token}`],
    ['a space after it', (token) => `${token} `],
    ['a line break after it', (token) => `${token}\n`],
    ['a line break inside', (token) => `${token.slice(0, 50)}\n${token.slice(50)}`],
    ['a space inside', (token) => `${token.slice(0, 50)} ${token.slice(50)}`],
    ['a NUL after it', (token) => `${token}\0`],
    ['a byte order mark', (token) => `\ufeff${token}`],
    ['quotes', (token) => `"${token}"`],
    ['padding', (token) => `${token}=`],
    ['padding of a part', (token) => token.replace('.', '=.')],
    ['full-width letters', (token) => token.replace('e', '\uff45')],
    ['another case', (token) => token.toUpperCase()],
    ['percent-encoding', (token) => token.replaceAll('.', '%2e')],
    ['as JSON (RFC 7515, section 7.2.2)', (token) => toJson(token)],
    ['4,096 additional characters', (token) => token + 'A'.repeat(4_096)],
    ['16,384 characters before it', (token) => 'A'.repeat(16_384) + token],
    ['60,000 dots', () => '.'.repeat(60_000)],
  ])('is refused: %s', async (_title, write) => {
    expectFailure(await app.refresh(write(user.refresh_token)), 'INVALID_REFRESH_TOKEN');
  });
});

function toJson(token: string): string {
  const [header, payload, signature] = token.split('.');
  return JSON.stringify({ protected: header, payload, signature });
}

describe('the Authorization header, byte by byte,', () => {
  const send = (...lines: string[]): Promise<Answer> =>
    sendBytes(
      app.service.url,
      ['GET /api/auth/user HTTP/1.1', 'host: x', 'connection: close', ...lines, '', ''].join('\r\n'),
    );

  it('is accepted when it is valid and occurs once', async () => {
    expect((await send(`authorization: Bearer ${user.token}`)).status).toBe(200);
    expect((await send(`AUTHORIZATION:bearer  ${user.token}  `)).status).toBe(200);
  });

  it.each<[string, (one: string, two: string) => string[]]>([
    ['two of them, of two users', (one, two) => [`authorization: Bearer ${one}`, `authorization: Bearer ${two}`]],
    ['two of them, the first valid', (one) => [`authorization: Bearer ${one}`, 'authorization: Bearer x']],
    ['two of them, the last valid', (one) => ['authorization: Basic eDp5', `Authorization: Bearer ${one}`]],
    ['two equal ones', (one) => [`authorization: Bearer ${one}`, `AUTHORIZATION: Bearer ${one}`]],
    ['two of them, one empty', (one) => [`authorization: Bearer ${one}`, 'authorization:']],
    ['a tab', (one) => [`authorization: Bearer\t${one}`]],
    ['a space inside', (one) => [`authorization: Bearer ${one.slice(0, 50)} ${one.slice(50)}`]],
    ['a comma after it', (one) => [`authorization: Bearer ${one},`]],
    ['a parameter', (one) => [`authorization: Bearer ${one}; realm=x`]],
    ['a name', (one) => [`authorization: Bearer token=${one}`]],
    ['padding', (one) => [`authorization: Bearer ${one}=`]],
    ['bytes outside ASCII', (one) => [`authorization: Bearer ${one}\u00e9`]],
    ['another header', (one) => [`x-authorization: Bearer ${one}`, `proxy-authorization: Bearer ${one}`]],
    ['4,096 additional characters', (one) => [`authorization: Bearer ${one}${'A'.repeat(4_096)}`]],
  ])('is refused with %s', async (_title, lines) => {
    expectFailure(await send(...lines(user.token, other.token)), 'NOT_AUTHENTICATED');
  });

  it('is refused when an administrator sends it twice', async () => {
    const head = 'GET /api/admin/tokens HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
    const line = `authorization: Bearer ${ADMIN_TOKEN}\r\n`;
    expect((await sendBytes(app.service.url, `${head}${line}\r\n`)).status).toBe(200);
    expectFailure(await sendBytes(app.service.url, `${head}${line}${line}\r\n`), 'NOT_AUTHENTICATED');
  });

  it.each<[string, (token: string) => string]>([
    ['a folded line', (token) => `authorization: Bearer\r\n ${token}`],
    ['a space before the colon', (token) => `authorization : Bearer ${token}`],
    ['a NUL', (token) => `authorization: Bearer ${token}\0`],
    ['a line that ends with CR alone', (token) => `authorization: Bearer x\rauthorization: Bearer ${token}`],
    ['16,384 characters', (token) => `authorization: Bearer ${token}${'A'.repeat(16_384)}`],
  ])('makes the request invalid HTTP with %s', async (_title, line) => {
    expectFailure(await send(line(user.token)), 'INVALID_REQUEST');
  });
});

it('no forged token has ended a session', async () => {
  for (const { refresh_token } of [user, other]) expect((await app.refresh(refresh_token)).status).toBe(200);
});
