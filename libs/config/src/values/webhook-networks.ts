import { type Network, parseNetwork } from './networks.js';
import { parseHost } from './url-settings.js';

export const WEBHOOK_NETWORKS_FORM =
  'CIDR networks, addresses and host names separated by commas, such as 10.0.0.0/8,hooks.internal, or none (default none, outside production the addresses of this machine)';

/** Private networks and hosts that webhooks may lead to. */
export interface WebhookNetworks {
  cidrs: Network[];
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
    const network = parseNetwork(entry);
    const host = parseHost(entry);
    if (network) networks.cidrs.push(network);
    else if (host !== undefined && /[a-z]/.test(host) && !host.includes(':')) networks.hosts.push(host);
    else return undefined;
  }
  return networks;
}
