import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { parseHost } from './url-settings.js';

export const WEBHOOK_NETWORKS_FORM =
  'CIDR networks, addresses and host names separated by commas, such as 10.0.0.0/8,hooks.internal, or none (default none, outside production the addresses of this machine)';

/** Private networks and hosts that webhooks may lead to. */
export interface WebhookNetworks {
  cidrs: [IPv4 | IPv6, number][];
  /** In lower case. */
  hosts: string[];
  /** Whether the default of the mode is in force. */
  isDefault?: boolean;
}

/** The addresses of the own machine, which development allows: receivers under development run there. */
export const LOOPBACK = '127.0.0.0/8,::1';

export function parseWebhookNetworks(text: string): WebhookNetworks | undefined {
  const networks: WebhookNetworks = { cidrs: [], hosts: [] };
  if (text === 'none') return networks;
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    const host = parseHost(entry);
    if (ipaddr.isValidCIDR(entry)) networks.cidrs.push(ipaddr.parseCIDR(entry));
    else if (isAddress(entry)) networks.cidrs.push([ipaddr.parse(entry), entry.includes(':') ? 128 : 32]);
    else if (host !== undefined && /[a-z]/.test(host) && !host.includes(':')) networks.hosts.push(host);
    else return undefined;
  }
  return networks;
}

/** Not a shortened one, such as 10.1, which other programs read differently. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
