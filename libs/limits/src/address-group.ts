import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The group of a client address, which rate limits count together: an IPv4 address alone, an IPv6 address with its /64. That
 * is the least that a provider assigns to one customer (RFC 6177), and one machine can use all of its addresses.
 */
export function addressGroup(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
