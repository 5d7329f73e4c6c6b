import { mailboxOf } from './email.js';

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann+News@Example.com ', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['ann+@example.com', 'ann@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['ann@exam+ple.com', 'ann@exam+ple.com'],
  ['not an address', 'not an address'],
])('mailboxOf(%j) returns %j', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
