import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The group that a client address is counted in: an IPv4 address alone, an IPv6 address with its /64, which is the least
 * that a provider gives to one customer (RFC 6177), and of which one machine can use any.
 */
export function addressGroup(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
