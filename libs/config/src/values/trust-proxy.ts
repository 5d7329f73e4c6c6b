import { isIP } from 'node:net';

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
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}
