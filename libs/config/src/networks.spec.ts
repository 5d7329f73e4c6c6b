import { parseNetwork } from './values.js';

it.each([
  ['10.0.0.0/8', '10.0.0.0', 8],
  ['10.0.0.1', '10.0.0.1', 32],
  ['fd00::/8', 'fd00::', 8],
  ['::1', '::1', 128],
])('%s is a network', (text, address, bits) => {
  const [network, prefix] = parseNetwork(text) ?? [];
  expect([network?.toString(), prefix]).toEqual([address, bits]);
});

it.each(['10/8', '10.1/16', '10.1', '010.0.0.1', '10.0.0.0/33', '::/129', '10.0.0.0/', 'example.com', ''])(
  '%j is none',
  (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  },
);
