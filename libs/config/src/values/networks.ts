import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** An address of a network, and the length of the prefix in bits. */
export type Network = [IPv4 | IPv6, number];

const { IPv4: V4, IPv6: V6 } = ipaddr;

/**
 * Reads an address, or a network in CIDR notation; undefined for any other text. A shortened IPv4 address, such as 10.1, is refused:
 * other programs read it differently.
 */
export function parseNetwork(text: string): Network | undefined {
  if (V4.isValidCIDRFourPartDecimal(text) || V6.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (V4.isValidFourPartDecimal(text)) return [V4.parse(text), 32];
  return V6.isValid(text) ? [V6.parse(text), 128] : undefined;
}
