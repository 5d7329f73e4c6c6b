import { parseNetwork } from './networks.js';

/** No proxy, the last n hops, or the proxies with these addresses or in these networks. */
export type TrustProxy = false | number | string[];

/** The valid forms of `TRUST_PROXY`, for messages. */
export const TRUST_PROXY_FORMS =
  'none, a number of hops from 1 to 32, or a comma-separated list of IP addresses, CIDR networks, loopback, linklocal, uniquelocal (default none)';

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads `TRUST_PROXY`; undefined when it is invalid. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'none') return false;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= 32 ? hops : undefined;
  }
  const proxies = text.split(',').map((proxy) => proxy.trim());
  return proxies.every(isProxy) ? proxies : undefined;
}

function isProxy(text: string): boolean {
  const [, prefix = 0] = parseNetwork(text) ?? [];
  return NAMED_NETWORKS.includes(text) || prefix > 0;
}
