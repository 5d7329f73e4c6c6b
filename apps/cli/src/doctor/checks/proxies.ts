import { BlockList, isIP } from 'node:net';
import { type Check, connected, type Finding, fail, isLocal, ok, type Patient, warn } from '../check.js';

const SEVEN_DAYS = 7 * 86_400;
const SAMPLE = 100;
/** Fewer sign-ins than this may well come from one machine. */
const ENOUGH = 5;

/** Addresses that no client on the internet has: loopback, link-local and private ones (RFC 6890). */
const INNER = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  INNER.addSubnet(network, prefix, 'ipv4');
}
INNER.addAddress('::1', 'ipv6');
INNER.addSubnet('fe80::', 10, 'ipv6');
INNER.addSubnet('fc00::', 7, 'ipv6');

const MEANING = 'rate limits, lists of sessions and the event log take all clients for one';
const CURE = 'set TRUST_PROXY to the number of proxies between the clients and the service, or to their addresses';

/** Whether the service sees its clients, or only the proxy in front of it. */
export const proxies: Check = {
  name: 'proxies',
  settings: ['TRUST_PROXY', 'BASE_URL', 'PORT'],
  run: async (patient) => {
    const { trustProxy, baseUrl } = patient.env;
    const addresses = patient.hasSchema && patient.database ? await recentAddresses(patient) : [];
    const shared = isLocal(baseUrl) ? undefined : innerAddressOfAll(addresses);
    if (trustProxy === false) return untrusting(baseUrl, shared);
    if (shared !== undefined) {
      return warn(
        `TRUST_PROXY is set, and yet all clients come from ${shared}: ${MEANING}`,
        `it counts too few: ${CURE}`,
      );
    }
    return ok(`TRUST_PROXY is set${addresses.length > 0 ? `; ${spread(addresses)}` : ''}`);
  },
};

function untrusting(baseUrl: string, shared: string | undefined): Finding[] {
  if (shared !== undefined) {
    return fail(`all clients come from ${shared}: a proxy, and TRUST_PROXY is not set; ${MEANING}`, CURE);
  }
  if (baseUrl.startsWith('https:')) {
    return fail(
      `BASE_URL is https, so a proxy stands before the service, and TRUST_PROXY is not set; ${MEANING}`,
      CURE,
    );
  }
  return ok('TRUST_PROXY is not set, and nothing tells of a proxy');
}

/** The addresses of the newest events of this week, or of the newest sessions where there are few. */
async function recentAddresses(patient: Patient): Promise<string[]> {
  const since = Math.floor(Date.now() / 1_000) - SEVEN_DAYS;
  const ask = async (statement: string) => {
    return (await connected(patient).query(statement, [since])).map(({ ip }) => String(ip)).filter((ip) => isIP(ip));
  };
  const events = await ask(`SELECT ip FROM events WHERE ip IS NOT NULL AND at > ? ORDER BY at DESC LIMIT ${SAMPLE}`);
  if (events.length >= ENOUGH) return events;
  return ask(`SELECT ip FROM sessions WHERE created_at > ? ORDER BY expires_at DESC LIMIT ${SAMPLE}`);
}

/** The one address that all have, if it is none of a client. */
function innerAddressOfAll(addresses: string[]): string | undefined {
  const [first, ...others] = new Set(addresses);
  if (first === undefined || others.length > 0 || addresses.length < ENOUGH) return undefined;
  return INNER.check(first, isIP(first) === 6 ? 'ipv6' : 'ipv4') ? first : undefined;
}

function spread(addresses: string[]): string {
  return `the last ${addresses.length} came from ${new Set(addresses).size} addresses`;
}
