import { parseEndpoint, refusal } from './sender.js';

const NONE = { cidrs: [], hosts: [] };

it.each([
  '93.184.216.34',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700::6810:85e5',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
])('the public address %s is allowed', (address) => {
  expect(refusal(address, NONE)).toBeUndefined();
});

it.each(['', 'x', 'fe80::1%eth0', '1.2.3.4.5'])('the text %j is no address', (text) => {
  expect(refusal(text, NONE)).toBe('no address');
});

it('in production only https is allowed', () => {
  expect(parseEndpoint('http://example.com/', true)).toBeUndefined();
  expect(parseEndpoint('http://example.com/', false)?.href).toBe('http://example.com/');
  expect(parseEndpoint('https://example.com/', true)?.href).toBe('https://example.com/');
});
