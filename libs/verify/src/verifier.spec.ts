import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Demands } from './demands.js';
import { importWithWebCrypto, type PublicJwk, type VerifyingKey } from './issuer/keys.js';
import type { VerifierOptions } from './options.js';
import { VerifyError } from './refusals.js';
import { createVerifier } from './verifier.js';

const NOW = 1_800_000_000;
const ISSUER = 'https://auth.example.com';
const ORDERS = 'https://orders.example.com';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const JWK = pair.publicKey.export({ format: 'jwk' });

const PERSON = { iss: ISSUER, sub: 'u', sid: 's', iat: NOW, exp: NOW + 60, jti: 'j', typ: 'access' };
const MACHINE = {
  iss: ISSUER,
  iat: NOW,
  exp: NOW + 60,
  jti: 'j',
  typ: 'machine',
  aud: ORDERS,
  scope: 'orders:read stock',
};
const CLIENT = { ...MACHINE, sub: 'c', client_id: 'c' };
const API_KEY = { ...MACHINE, sub: 'u', key_id: 'k' };

type Claims = Record<string, unknown>;
type Sign = (text: string) => Buffer;

const es256 =
  (key: KeyObject): Sign =>
  (text) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });

function write(claims: Claims, header: Claims = {}, by: Sign = es256(pair.privateKey)): string {
  const parts = [{ alg: 'ES256', kid: 'key', typ: 'at+jwt', ...header }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${by(text).toString('base64url')}`;
}

let key: VerifyingKey;
beforeAll(async () => {
  key = await importWithWebCrypto(JWK as unknown as PublicJwk);
});

const verifierWith = (options: Partial<VerifierOptions> = {}) =>
  createVerifier({
    issuer: ISSUER,
    machineAudience: ORDERS,
    revocations: false,
    keys: { publicKey: (kid) => (kid === 'key' ? key : undefined) },
    now: () => NOW,
    ...options,
  });

/** The decision about a token: `ok`, or the code of the refusal. A token that is known takes another path than a new one. */
async function decide(token: string, demands?: Demands, options?: Partial<VerifierOptions>): Promise<string> {
  const verifier = verifierWith(options);
  const once = () => verifier.verify(token, demands).then(() => 'ok', codeOf);
  const first = await once();
  expect(await once()).toBe(first);
  return first;
}

function codeOf(error: unknown): string {
  if (error instanceof VerifyError) return error.code;
  throw error;
}

const SCOPED = { scopes: ['orders:read'] };
const REFUSED = 'NOT_AUTHENTICATED';
const FORBIDDEN = 'NOT_AUTHORIZED';

describe('Verifier.verify()', () => {
  it('names the person of a token', async () => {
    const caller = await verifierWith().verify(write(PERSON));
    expect(caller).toEqual({ uid: 'u', sessionId: 's', claims: PERSON });
  });

  it('believes another library about signatures, and checks the claims itself', async () => {
    const unsigned = write(PERSON, {}, () => Buffer.alloc(0));
    const verifier = verifierWith();
    expect(await verifier.verifySigned(unsigned, { ...PERSON })).toMatchObject({ uid: 'u' });
    // It is not verified again: the signature would be found wrong.
    expect(await verifier.verify(unsigned)).toMatchObject({ uid: 'u' });
    await expect(verifierWith().verify(unsigned)).rejects.toBeInstanceOf(VerifyError);
    const other = verifierWith({ issuer: `${ISSUER}/b` });
    await expect(other.verifySigned(unsigned, { ...PERSON })).rejects.toBeInstanceOf(VerifyError);
  });

  it('names the client, or the API key with its owner, and the scopes', async () => {
    const verifier = verifierWith();
    const scopes = ['orders:read', 'stock'];
    expect(await verifier.verify(write(CLIENT), { machine: true })).toEqual({ client: 'c', scopes, claims: CLIENT });
    expect(await verifier.verify(write(API_KEY), SCOPED)).toEqual({ keyId: 'k', uid: 'u', scopes, claims: API_KEY });
  });

  it.each<[string, Claims, Demands | undefined, string]>([
    ['a person without demands', PERSON, undefined, 'ok'],
    ['a client without demands', CLIENT, undefined, REFUSED],
    ['an API key without demands', API_KEY, undefined, REFUSED],
    ['a client where roles are asked for', CLIENT, { roles: ['editor'] }, REFUSED],
    ['a client where a sign-in is asked for', CLIENT, { acr: 'aal1' }, REFUSED],
    ['a client where a machine is', CLIENT, { machine: true }, 'ok'],
    ['a client where a client is', CLIENT, { ...SCOPED, machine: 'client' }, 'ok'],
    ['an API key where a client is', API_KEY, { ...SCOPED, machine: 'client' }, REFUSED],
    ['a person where a client is', PERSON, { machine: 'client' }, REFUSED],
    [
      'an administrator who acts as the user',
      { ...PERSON, act: { sub: 'a' }, acr: 'aal2' },
      { acr: 'aal2' },
      'REAUTHENTICATION_REQUIRED',
    ],
    ['an API key where a machine is', API_KEY, { machine: true }, 'ok'],
    ['a person where a machine is', PERSON, { machine: true }, REFUSED],
    ['a person with the scope where a machine is', { ...PERSON, app: SCOPED }, { ...SCOPED, machine: true }, REFUSED],
    ['a client with the scope', CLIENT, SCOPED, 'ok'],
    ['a client without the scope', { ...CLIENT, scope: 'stock' }, SCOPED, FORBIDDEN],
    ['a client with a longer scope', { ...CLIENT, scope: 'orders:read2 xorders:read' }, SCOPED, FORBIDDEN],
    ['a client with one of two scopes', CLIENT, { scopes: ['stock', 'orders:write'] }, FORBIDDEN],
    ['a client without any scope', { ...CLIENT, scope: '' }, SCOPED, FORBIDDEN],
    ['a client with the scope in another claim', { ...CLIENT, scope: '', app: SCOPED }, SCOPED, FORBIDDEN],
    ['a person without scopes', PERSON, SCOPED, FORBIDDEN],
    ['a person with the scope', { ...PERSON, app: SCOPED }, SCOPED, 'ok'],
    ['a person with a text as scopes', { ...PERSON, app: { scopes: 'orders:read' } }, SCOPED, FORBIDDEN],
    ['a person with the claim of a machine', { ...PERSON, scope: 'orders:read' }, SCOPED, FORBIDDEN],
    ['a person without scopes where people are accepted', PERSON, { ...SCOPED, people: true }, 'ok'],
    ['a person with fewer scopes there', { ...PERSON, app: { scopes: [] } }, { ...SCOPED, people: true }, FORBIDDEN],
    [
      'a client with a role and the scope',
      { ...CLIENT, app: { roles: ['a'] } },
      { ...SCOPED, roles: ['a'] },
      FORBIDDEN,
    ],
    [
      'a client with a strong sign-in',
      { ...CLIENT, acr: 'aal2' },
      { ...SCOPED, acr: 'aal2' },
      'REAUTHENTICATION_REQUIRED',
    ],
    ['an impersonated person', { ...PERSON, act: {} }, { noImpersonation: true }, 'IMPERSONATION_FORBIDDEN'],
  ])('decides about %s', async (_who, claims, demands, decision) => {
    expect(await decide(write(claims), demands)).toBe(decision);
  });

  it.each<[string, Claims]>([
    ['another audience', { ...CLIENT, aud: 'https://stock.example.com' }],
    ['no audience', { ...CLIENT, aud: undefined }],
    ['no scope', { ...CLIENT, scope: undefined }],
    ['a list as scope', { ...CLIENT, scope: ['orders:read'] }],
    ['no client and no key', { ...CLIENT, client_id: undefined }],
    ['a client and a key', { ...CLIENT, key_id: 'k' }],
    ['the client of another subject', { ...CLIENT, sub: 'u' }],
    ['an expiry that has passed', { ...CLIENT, exp: NOW }],
    ['another issuer', { ...CLIENT, iss: 'https://else.example.com' }],
    ['another type', { ...CLIENT, typ: 'revocations' }],
  ])('refuses a token of a machine with %s', async (_what, claims) => {
    expect(await decide(write(claims), { machine: true })).toBe(REFUSED);
  });

  it('accepts tokens of machines only with an audience in the options, and with the type at+jwt', async () => {
    const machine = { machine: true };
    expect(await decide(write(CLIENT), machine, { machineAudience: undefined })).toBe(REFUSED);
    expect(await decide(write(CLIENT), machine, { machineAudience: undefined, audience: ORDERS })).toBe('ok');
    expect(await decide(write({ ...CLIENT, aud: ['x', ORDERS] }), machine)).toBe('ok');
    expect(await decide(write(CLIENT, { typ: 'JWT' }), machine)).toBe(REFUSED);
    expect(await decide(write(PERSON, { typ: 'JWT' }))).toBe(REFUSED);
  });

  it('keeps the audience of machines apart from that of people', async () => {
    expect(await decide(write({ ...PERSON, aud: ORDERS }))).toBe(REFUSED);
    expect(await decide(write({ ...PERSON, aud: ORDERS }), undefined, { audience: ORDERS })).toBe('ok');
    expect(await decide(write(PERSON), undefined, { audience: ORDERS })).toBe(REFUSED);
  });

  it.each<[string, () => string]>([
    ['another algorithm in the header', () => write(PERSON, { alg: 'ES384' })],
    ['the algorithm none', () => write(PERSON, { alg: 'none' }, () => Buffer.of())],
    [
      'HS256 with the public key as the secret',
      () => write(PERSON, { alg: 'HS256' }, (text) => createHmac('sha256', JSON.stringify(JWK)).update(text).digest()),
    ],
    ['a key of a stranger', () => write(PERSON, {}, es256(stranger.privateKey))],
    ['a key in the header', () => write(PERSON, { jwk: JWK }, es256(stranger.privateKey))],
    ['an unknown key', () => write(PERSON, { kid: 'other' })],
    ['no key', () => write(PERSON, { kid: undefined })],
    ['a critical header', () => write(PERSON, { crit: ['exp'] })],
    ['a signature in DER', () => write(PERSON, {}, (text) => sign('sha256', Buffer.from(text), pair.privateKey))],
    ['no signature', () => write(PERSON, {}, () => Buffer.of())],
    ['a signature of zeros', () => write(PERSON, {}, () => Buffer.alloc(64))],
    ['a fourth part', () => `${write(PERSON)}.x`],
    ['padding', () => `${write(PERSON)}==`],
    ['a type from the prototype', () => write(PERSON, { typ: 'constructor' })],
    ['more than 4,096 characters', () => write({ ...PERSON, app: 'x'.repeat(4_096) })],
    ['a payload that is no object', () => write(null as never)],
    ['no id of a session', () => write({ ...PERSON, sid: undefined })],
    ['a time before which it is invalid', () => write({ ...PERSON, nbf: NOW + 1 })],
    ['such a time that is a text', () => write({ ...PERSON, nbf: String(NOW) })],
    ['a text as expiry', () => write({ ...PERSON, exp: String(NOW + 60) })],
  ])('refuses a token with %s', async (_what, token) => {
    expect(await decide(token())).toBe(REFUSED);
  });

  it.each([null, undefined, ''])('refuses the missing token %j', async (token) => {
    const error = await verifierWith()
      .verify(token)
      .catch((reason: VerifyError) => reason);
    expect(error).toMatchObject({ code: REFUSED, status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
  });

  it('refuses a known token after its expiry, and after its key was withdrawn', async () => {
    const state = { now: NOW, kid: 'key' };
    const keys = { publicKey: (kid: string) => (kid === state.kid ? key : undefined) };
    const verifier = verifierWith({ keys, now: () => state.now });
    const token = write(PERSON);
    await verifier.verify(token);
    state.kid = 'next';
    await expect(verifier.verify(token)).rejects.toThrow('no key');
    state.kid = 'key';
    await verifier.verify(token);
    state.now = NOW + 60;
    await expect(verifier.verify(token)).rejects.toThrow('expired');
  });

  it.each([
    { scopes: null },
    { scopes: '' },
    { roles: null },
    { scopes: [] },
    { scopes: ['a b'] },
    { scopes: ['a"'] },
    { roles: [] },
    { maxAge: 0 },
  ])('throws a TypeError for the demands %j', async (demands) => {
    await expect(verifierWith().verify(write(CLIENT), demands as Demands)).rejects.toThrow(TypeError);
  });
});

describe('Verifier.authenticate()', () => {
  it.each(['Bearer ', 'bearer ', 'BEARER  '])('reads the token after %j', async (scheme) => {
    expect(await verifierWith().authenticate(`${scheme}${write(PERSON)}`)).toMatchObject({ uid: 'u' });
  });

  it.each([undefined, null, '', 'Bearer', 'Basic eDp5', ['Bearer x'], { authorization: 'Bearer x' }])(
    'counts %j as a missing token',
    async (header) => {
      await expect(verifierWith().authenticate(header)).rejects.toThrow('no bearer token');
    },
  );
});

describe('a VerifyError', () => {
  it('is an answer in the form of the auth service, for frameworks with and without Response', async () => {
    const error: VerifyError = await verifierWith()
      .verify(write(CLIENT), { scopes: ['orders:write', 'stock'] })
      .catch((reason) => reason);
    const body = { code: FORBIDDEN, message: expect.stringMatching(/\S/) };
    const challenge = 'Bearer error="insufficient_scope", scope="orders:write stock"';
    expect(error).toMatchObject({ status: 403, body, headers: { 'WWW-Authenticate': challenge } });
    const answer = error.toResponse();
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, challenge]);
    expect(await answer.json()).toEqual(body);
  });
});

describe('createVerifier() refuses', () => {
  it.each<[string, Partial<VerifierOptions>]>([
    ['issuer', { issuer: '' }],
    ['audience', { audience: '' }],
    ['machineAudience', { machineAudience: ['x'] as never }],
    ['jwksUri', { keys: undefined, jwksUri: 'file:///keys.json' }],
    ['revocations.every', { revocations: { every: 301 } }],
    ['revocations.maxStale', { revocations: { maxStale: 2 } }],
    ['revocations.maxStale', { revocations: { maxStale: Number.NaN } }],
  ])('a wrong %s', (option, options) => {
    expect(() => verifierWith(options)).toThrow(option);
  });
});
