import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IssuerClient } from '../issuer/issuer-client.js';
import { IssuerUnavailable, RevocationsUnavailable } from '../refusals.js';
import type { RevocationClaims } from '../tokens/claims.js';
import { RevocationPoller, Revocations } from './revocations.js';

const ISSUER = 'https://auth.example.com';
const NOW = 1_000;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** Verifies as the Web Cryptography API does, without its threads. */
const key = { verify: (data: Uint8Array, signature: Uint8Array) => verify('sha256', data, PUBLIC, signature) };
const PUBLIC = { key: pair.publicKey, dsaEncoding: 'ieee-p1363' } as const;
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function write(claims: Partial<RevocationClaims>, by: KeyObject = pair.privateKey): string {
  const list = { iss: ISSUER, iat: NOW, exp: NOW + 60, typ: 'revocations', sessions: [], users: {}, ...claims };
  const parts = [{ alg: 'ES256', kid: 'key' }, list];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(text), { key: by, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

interface Page {
  status?: number;
  token?: unknown;
  cursor?: unknown;
  etag?: string;
}

/** The pages of the issuer by their cursors, and the received requests. */
let pages: Record<string, Page>;
let asked: { after: string; known: string | undefined }[];
let server: Server;
let uri: string;
beforeEach(async () => {
  asked = [];
  server = createServer(({ url = '', headers }, response) => {
    const after = new URL(url, ISSUER).searchParams.get('after') ?? '';
    const known = headers['if-none-match'];
    asked.push({ after, known });
    const { status = 200, etag, ...body } = pages[after] ?? { status: 400 };
    if (etag) response.setHeader('etag', etag);
    response.writeHead(etag && known === etag ? 304 : status).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/revocations`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function polling(maxStale?: number, clock = { now: NOW }) {
  const revocations = new Revocations(() => clock.now);
  const source = { issuer: ISSUER, uri, now: () => clock.now, maxStale };
  const keys = { publicKey: (kid: string) => (kid === 'key' ? key : undefined) };
  const poller = new RevocationPoller(new IssuerClient(), keys, revocations, source);
  const revoked = (sid: string, sub = 'u', iat = NOW) => revocations.include({ sid, sub, iat });
  const includes = (token: Parameters<Revocations['include']>[0]) => revocations.include(token);
  return { poller, revoked, includes, clock };
}

it('RevocationPoller reads all pages, then only new ones', async () => {
  pages = {
    '': { token: write({ sessions: ['a'], more: true }), cursor: '1' },
    1: { token: write({ sessions: ['b'], users: { gone: NOW } }), cursor: '2' },
    2: { token: write({ sessions: ['c'] }), cursor: '3' },
  };
  const { poller, revoked } = polling();
  await poller.poll();
  expect(['a', 'b', 'c'].map((id) => revoked(id))).toEqual([true, true, false]);
  expect(revoked('x', 'gone')).toBe(true);
  await poller.poll();
  expect(revoked('c')).toBe(true);
  expect(asked.map(({ after }) => after)).toEqual(['', '1', '2']);
});

it('RevocationPoller takes pages that say after which cursor they come', async () => {
  pages = {
    '': { token: write({ after: '', more: true }), cursor: '1' },
    1: { token: write({ sessions: ['a'], after: '1' }), cursor: '2' },
    2: { token: write({ sessions: ['b'], after: '' }), cursor: '3' },
  };
  const { poller, revoked } = polling();
  await poller.poll();
  expect(revoked('a')).toBe(true);
  await expect(poller.poll()).rejects.toThrow('after another cursor');
  expect(revoked('b')).toBe(false);
});

it('RevocationPoller sends If-None-Match only when it repeats a request', async () => {
  pages = {
    '': { token: write({}), cursor: '1', etag: '"first"' },
    1: { token: write({ sessions: ['a'] }), cursor: '1', etag: '"second"' },
  };
  const { poller, revoked } = polling();
  for (let times = 0; times < 4; times++) await poller.poll();
  expect(asked.map(({ known }) => known)).toEqual([undefined, undefined, '"second"', '"second"']);
  pages[1] = { token: write({ sessions: ['b'] }), cursor: '2', etag: '"third"' };
  await poller.poll();
  expect(['a', 'b'].map((id) => revoked(id))).toEqual([true, true]);
});

const BAD: [string, () => Page][] = [
  ['with a signature of another key', () => ({ token: write({ sessions: ['a'] }, stranger.privateKey), cursor: '1' })],
  ['of another issuer', () => ({ token: write({ sessions: ['a'], iss: 'https://example.com' }), cursor: '1' })],
  ['of another type', () => ({ token: write({ sessions: ['a'], typ: 'access' as never }), cursor: '1' })],
  ['that has expired long ago', () => ({ token: write({ sessions: ['a'], exp: NOW - 300 }), cursor: '1' })],
  ['of an unknown time', () => ({ token: write({ sessions: ['a'], iat: undefined }), cursor: '1' })],
  [
    'with clients that are no times',
    () => ({ token: write({ sessions: ['a'], clients: { c: '1' as never } }), cursor: '1' }),
  ],
  ['with keys that are no map', () => ({ token: write({ sessions: ['a'], keys: 'k' as never }), cursor: '1' })],
  ['without an expiry', () => ({ token: write({ sessions: ['a'], exp: undefined }), cursor: '1' })],
  ['without users', () => ({ token: write({ sessions: ['a'], users: undefined }), cursor: '1' })],
  ['with sessions that are no texts', () => ({ token: write({ sessions: ['a', 1 as never] }), cursor: '1' })],
  [
    'with times that are no numbers',
    () => ({ token: write({ sessions: ['a'], users: { u: '1' as never } }), cursor: '1' }),
  ],
  ['without a signature', () => ({ token: write({ sessions: ['a'] }).replace(/[^.]+$/, ''), cursor: '1' })],
  ['that is no token', () => ({ token: 'a', cursor: '1' })],
  ['that is no text', () => ({ token: 1, cursor: '1' })],
  ['without a cursor', () => ({ token: write({ sessions: ['a'] }) })],
  [
    'after another cursor, as a cache answers that ignores the query',
    () => ({ token: write({ sessions: ['a'], after: '7' }), cursor: '1' }),
  ],
  ['with an error', () => ({ status: 500, token: write({ sessions: ['a'] }), cursor: '1' })],
];

it.each(BAD)('RevocationPoller rejects a list %s, and reads the same page again', async (_what, page) => {
  pages = { '': page() };
  const { poller, revoked } = polling();
  await expect(poller.poll()).rejects.toThrow();
  expect(revoked('a')).toBe(false);
  pages = { '': { token: write({ sessions: ['a'] }), cursor: '1' } };
  await poller.poll();
  expect(revoked('a')).toBe(true);
});

it('RevocationPoller keeps the pages before a failed one, and continues there', async () => {
  pages = { '': { token: write({ sessions: ['a'], more: true }), cursor: '1' }, 1: { status: 503 } };
  const { poller, revoked } = polling();
  await expect(poller.poll()).rejects.toThrow('503');
  expect(revoked('a')).toBe(true);
  pages[1] = { token: write({ sessions: ['b'] }), cursor: '2' };
  await poller.poll();
  expect(revoked('b')).toBe(true);
  expect(asked.map(({ after }) => after)).toEqual(['', '1', '1']);
});

it('RevocationPoller starts again when the issuer does not know its cursor', async () => {
  pages = { '': { token: write({}), cursor: 'old' } };
  const { poller, revoked } = polling();
  await poller.poll();
  await expect(poller.poll()).rejects.toThrow('400');
  pages = { '': { token: write({ sessions: ['a'] }), cursor: '1' } };
  await poller.poll();
  expect(revoked('a')).toBe(true);
});

it('RevocationPoller rejects a list while no key is known', async () => {
  pages = { '': { token: write({ sessions: ['a'] }), cursor: '1' } };
  const revocations = new Revocations(() => NOW);
  const keys = { publicKey: () => undefined };
  const poller = new RevocationPoller(new IssuerClient(), keys, revocations, { issuer: ISSUER, uri, now: () => NOW });
  await expect(poller.poll()).rejects.toThrow(IssuerUnavailable);
  expect(revocations.size).toBe(0);
});

it('RevocationPoller accepts a list that expired within the leeway of the clocks', async () => {
  pages = { '': { token: write({ sessions: ['a'], exp: NOW - 299 }), cursor: '1' } };
  const { poller, revoked } = polling();
  await poller.poll();
  expect(revoked('a')).toBe(true);
});

describe('RevocationPoller.ready()', () => {
  it('starts a poll and throws IssuerUnavailable until all pages were read once', async () => {
    pages = { '': { token: write({ sessions: ['a'], more: true }), cursor: '1' }, 1: { status: 503 } };
    const { poller, revoked } = polling();
    await expect(poller.ready()).rejects.toThrow(IssuerUnavailable);
    pages[1] = { token: write({ sessions: ['b'] }), cursor: '2' };
    await expect(poller.ready()).rejects.toThrow('not known yet');
    expect(asked).toHaveLength(2);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    await Promise.all([poller.ready(), poller.ready()]);
    jest.restoreAllMocks();
    expect(asked).toHaveLength(3);
    expect(revoked('b')).toBe(true);
  });

  it('resolves after the first complete poll, also while the issuer is unreachable', async () => {
    pages = { '': { token: write({}), cursor: '1' } };
    const { poller } = polling();
    await poller.ready();
    pages = { 1: { status: 503 } };
    await expect(poller.poll()).rejects.toThrow('503');
    await poller.ready();
  });
});

it('RevocationPoller reads the clients and API keys that were revoked', async () => {
  pages = { '': { token: write({ clients: { c: NOW }, keys: { k: NOW } }), cursor: '1' } };
  const { poller, includes } = polling();
  await poller.poll();
  expect(includes({ sub: 'c', client_id: 'c', iat: NOW })).toBe(true);
  expect(includes({ sub: 'u', key_id: 'k', iat: NOW })).toBe(true);
  expect(includes({ sub: 'u', key_id: 'k', iat: NOW + 1 })).toBe(false);
  expect(includes({ sub: 'u', key_id: 'c', iat: NOW })).toBe(false);
});

describe('RevocationPoller with maxStale', () => {
  const MAX_STALE = 20;
  /** A monotonic clock that is as fast as the other one. */
  const advance = (clock: { now: number }, seconds: number) => {
    clock.now += seconds;
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + seconds * 1_000);
  };
  afterEach(() => jest.restoreAllMocks());

  /** Lists that are signed when they are asked for, as the issuer does. */
  const signedNow = (clock: { now: number }, more: Partial<RevocationClaims> = {}) => {
    pages = { '': { token: write({ iat: clock.now, exp: clock.now + 60, ...more }), cursor: '', etag: '"same"' } };
  };

  it('is usable until the last list is too old, and again after the next one', async () => {
    const { poller, clock } = polling(MAX_STALE);
    signedNow(clock);
    await poller.poll();
    advance(clock, MAX_STALE - 1);
    expect(poller.usable).toBe(true);
    pages = { '': { status: 503 } };
    advance(clock, 2);
    await expect(poller.ready()).rejects.toThrow(RevocationsUnavailable);
    advance(clock, 1);
    signedNow(clock);
    await poller.ready();
    expect(poller.usable).toBe(true);
  });

  it.each(['wall', 'monotonic'])('is unusable when only the %s clock has moved on', async (which) => {
    const { poller, clock } = polling(MAX_STALE);
    signedNow(clock);
    await poller.poll();
    pages = { '': { status: 503 } };
    if (which === 'wall') clock.now += MAX_STALE + 1;
    else advance({ now: 0 }, MAX_STALE + 1);
    await expect(poller.ready()).rejects.toThrow(RevocationsUnavailable);
  });

  it('never asks with If-None-Match, and does not take an old list from a cache for a new one', async () => {
    const { poller, clock } = polling(MAX_STALE);
    signedNow(clock);
    for (let passed = 0; passed < MAX_STALE + 60; passed += 10) {
      await poller.poll();
      expect(poller.usable).toBe(true);
      advance(clock, 10);
    }
    await poller.poll();
    advance(clock, 1);
    expect(poller.usable).toBe(false);
    expect(asked.every(({ known }) => known === undefined)).toBe(true);
  });
});
