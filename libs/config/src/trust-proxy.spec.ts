import { parseTrustProxy } from './values.js';

describe('parseTrustProxy', () => {
  it.each([
    ['none', false],
    ['1', 1],
    ['32', 32],
    ['loopback', ['loopback']],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ['linklocal,uniquelocal', ['linklocal', 'uniquelocal']],
  ])('reads %s', (text, trust) => {
    expect(parseTrustProxy(text)).toEqual(trust);
  });

  it.each([
    '0',
    '33',
    '-1',
    '1.5',
    'true',
    'all',
    '*',
    'proxy.example.com',
    '10.0.0.256',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.1,',
    ',',
    '10.0.0.1 10.0.0.2',
  ])('rejects %s', (text) => {
    expect(parseTrustProxy(text)).toBeUndefined();
  });
});
