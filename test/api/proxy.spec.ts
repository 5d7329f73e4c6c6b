import { newEmail, PASSWORD, useApp } from '../support/app.js';
import type { Service } from '../support/service.js';

const app = useApp();
const services = new Map<string, Service>();
beforeAll(async () => {
  services.set('', app.service);
});

/** The replica with this value of TRUST_PROXY. */
async function trusting(trusted: string): Promise<Service> {
  const service = services.get(trusted) ?? (await app.replica({ TRUST_PROXY: trusted }));
  services.set(trusted, service);
  return service;
}

/** The address that the list of sessions shows for a sign-in with this `X-Forwarded-For`. */
async function shownAddress(trusted: string, forwarded: string): Promise<unknown> {
  const service = await trusting(trusted);
  const signIn = await service.call('POST', '/api/auth/user/create', {
    body: { email: newEmail(), password: PASSWORD, login: true },
    headers: { 'x-forwarded-for': forwarded },
  });
  const list = await service.call('GET', '/api/auth/user/sessions', { token: signIn.json.token });
  return list.json.sessions[0].ip;
}

const LONG = 'x'.repeat(200);

it.each([
  ['', '203.0.113.7', '127.0.0.1'],
  ['1', '203.0.113.7', '203.0.113.7'],
  ['1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['1', '2001:db8::7', '2001:db8::7'],
  ['1', LONG, '127.0.0.1'],
  ['1', 'unknown', '127.0.0.1'],
  ['1', `fe80::7%${LONG}`, 'fe80::7'],
  ['2', '203.0.113.7', '203.0.113.7'],
  ['2', '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ['loopback, 203.0.113.0/24', '198.51.100.1', '198.51.100.1'],
  ['loopback, 203.0.113.0/24', '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
])('TRUST_PROXY "%s" with X-Forwarded-For "%s" shows the client address %s', async (trusted, forwarded, shown) => {
  expect(await shownAddress(trusted, forwarded)).toBe(shown);
});
