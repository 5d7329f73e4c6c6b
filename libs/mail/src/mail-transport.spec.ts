import { ehloName, isPermanentRefusal } from './mail-transport.js';

it.each([
  ['vm', 'https://auth.example.com', undefined, 'auth.example.com'],
  ['vm', 'https://auth.example.com/path', 'smtp://relay:25', 'auth.example.com'],
  ['vm', 'http://192.0.2.1:3000', undefined, '[192.0.2.1]'],
  ['vm', 'http://[2001:db8::1]:3000', undefined, '[IPv6:2001:db8::1]'],
  ['', 'http://localhost:3000', undefined, 'localhost'],
  ['vm.example.net', 'https://auth.example.com', undefined, 'vm.example.net'],
  ['192.0.2.7', 'https://auth.example.com', undefined, '[192.0.2.7]'],
  ['vm.example.net', 'https://auth.example.com', 'smtp://relay:25?name=mail.example.org', 'mail.example.org'],
  ['vm', 'https://auth.example.com', 'smtp://relay:25?name=[192.0.2.9]', '[192.0.2.9]'],
])('ehloName() of the machine "%s" with BASE_URL %s and SMTP_URL %s is %s', (machine, baseUrl, smtpUrl, name) => {
  expect(ehloName({ baseUrl, smtpUrl }, machine)).toBe(name);
});

it.each([
  ['RCPT TO', 550, '550 5.1.1 no such user', true],
  ['RCPT TO', 450, '450 4.2.1 later', false],
  ['DATA', 550, '550 5.7.1 refused', false],
  ['RCPT TO', 504, '504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname', false],
])('isPermanentRefusal() of %s %i "%s" is %s', (command, responseCode, response, permanent) => {
  expect(isPermanentRefusal({ command, responseCode, response })).toBe(permanent);
});
