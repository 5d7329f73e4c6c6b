import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IssuerUnavailable } from '../refusals.js';
import { IssuerClient } from './issuer-client.js';
import { importWithWebCrypto, RemoteKeys } from './keys.js';

let server: Server;
let url: string;
/** The answer of the issuer, and the number of requests. */
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let asked: number;
beforeEach(async () => {
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const newKey = (kid: string, facts: object = {}): JsonWebKey => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  return { ...jwk, kid, alg: 'ES256', use: 'sig', ...facts };
};
const [ONE, TWO] = [newKey('one'), newKey('two')];

/** Sets the keys of the issuer. */
function publish(keys: unknown, headers: Record<string, string> = {}): void {
  answer = (response) => response.writeHead(200, headers).end(JSON.stringify({ keys }));
}

const remote = (pauses = { known: 60_000, none: 60_000 }) =>
  new RemoteKeys(new IssuerClient(), url, importWithWebCrypto, pauses);

it('RemoteKeys fetches keys once for parallel calls, and keeps them', async () => {
  publish([ONE]);
  const keys = remote();
  const found = await Promise.all(Array.from({ length: 20 }, () => keys.find('one')));
  expect(keys.publicKey('one')).toBeDefined();
  expect(new Set(found)).toEqual(new Set([keys.publicKey('one')]));
  expect(asked).toBe(1);
});

it.each([
  ['max-age=60', 60_000],
  ['public, max-age=600', 600_000],
  ['max-age=1', 10_000],
  ['max-age=999999', 3_600_000],
  ['no-store', 300_000],
])('RemoteKeys keeps keys with Cache-Control %s for %d ms', async (cacheControl, milliseconds) => {
  publish([ONE], { 'cache-control': cacheControl });
  expect(await remote().load()).toBe(milliseconds);
});

it('RemoteKeys does not ask the issuer for each of many unknown keys', async () => {
  publish([ONE]);
  const keys = remote();
  await keys.load();
  for (let index = 0; index < 200; index++) expect(await keys.find(`forged ${index}`)).toBeUndefined();
  expect(asked).toBe(1);
});

it('RemoteKeys finds a new key of the issuer', async () => {
  publish([ONE]);
  const keys = remote({ known: 0, none: 0 });
  await keys.load();
  publish([TWO, ONE]);
  expect(await keys.find('two')).toBeDefined();
});

it('RemoteKeys removes a withdrawn key and keeps the objects of the others', async () => {
  publish([ONE, TWO]);
  const keys = remote();
  await keys.load();
  const one = keys.publicKey('one');
  publish([ONE]);
  await keys.load();
  expect(keys.publicKey('two')).toBeUndefined();
  expect(keys.publicKey('one')).toBe(one);
});

it('RemoteKeys replaces a key when the issuer publishes another one with the same id', async () => {
  publish([ONE]);
  const keys = remote();
  await keys.load();
  const one = keys.publicKey('one');
  publish([newKey('one')]);
  await keys.load();
  expect(keys.publicKey('one')).toBeDefined();
  expect(keys.publicKey('one')).not.toBe(one);
});

const USELESS: [string, () => void][] = [
  ['an error', () => (answer = (response) => response.writeHead(500).end('{}'))],
  ['no JSON', () => (answer = (response) => response.end('<html>'))],
  ['no key set', () => (answer = (response) => response.end('[]'))],
  ['no key', () => publish([])],
  ['a redirect', () => (answer = (response) => response.writeHead(302, { location: 'https://example.com/' }).end())],
  ['more than 1 MiB', () => publish([ONE, 'x'.repeat(1024 * 1024)])],
  ['a closed connection', () => (answer = (response) => response.destroy())],
];

describe.each(USELESS)('RemoteKeys with an issuer that answers with %s', (_what, spoil) => {
  it('keeps the known keys', async () => {
    publish([ONE]);
    const keys = remote({ known: 0, none: 0 });
    await keys.load();
    spoil();
    await expect(keys.load()).rejects.toThrow();
    expect(await keys.find('two')).toBeUndefined();
    expect(keys.publicKey('one')).toBeDefined();
  });

  it('throws IssuerUnavailable while no key is known', async () => {
    spoil();
    const keys = remote({ known: 0, none: 0 });
    await expect(keys.find('one')).rejects.toThrow(IssuerUnavailable);
    publish([ONE]);
    expect(await keys.find('one')).toBeDefined();
  });
});

it.each<[string, unknown]>([
  ['with another algorithm', newKey('odd', { alg: 'ES384' })],
  ['without an algorithm', newKey('odd', { alg: undefined })],
  ['for encryption', newKey('odd', { use: 'enc' })],
  ['with another curve', newKey('odd', { crv: 'P-384' })],
  ['of a symmetric type', { kty: 'oct', k: 'c2VjcmV0', kid: 'odd', alg: 'ES256', use: 'sig' }],
  ['with an invalid point', newKey('odd', { x: 'AAAA' })],
  ['with a coordinate that is no text', newKey('odd', { y: 1 })],
  ['that is null', null],
])('RemoteKeys ignores a key %s', async (_what, odd) => {
  publish([odd, ONE]);
  const keys = remote();
  await keys.load();
  expect([keys.publicKey('odd'), keys.publicKey('one') !== undefined]).toEqual([undefined, true]);
});

it('RemoteKeys rejects and sends no requests after the client was closed', async () => {
  answer = () => undefined;
  const client = new IssuerClient();
  const keys = new RemoteKeys(client, url);
  const waiting = keys.load();
  while (asked === 0) await new Promise((next) => setTimeout(next, 5));
  client.close();
  await expect(waiting).rejects.toThrow();
  await expect(keys.load()).rejects.toThrow();
  expect(asked).toBe(1);
});
