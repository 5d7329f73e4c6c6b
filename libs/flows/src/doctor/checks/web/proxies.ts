import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Check, connected, type DoctorContext, type Finding, fail, isLocal, ok, warn } from '../check.js';

const SEVEN_DAYS = 7 * 86_400;
const SAMPLE = 100;
/** Fewer addresses than this may all be of one client. */
const MIN_SAMPLE = 5;

/** The kinds of addresses that no client on the internet has (RFC 6890). */
const PRIVATE = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal'];

const MEANING = 'rate limits, lists of sessions and the event log take all clients for one';
const CURE = 'set TRUST_PROXY to the number of proxies between the clients and the service, or to their addresses';

/** The client is then the proxy: see `Proxies` of the service. */
const UNREADABLE =
  'see whether the log of the service has a warning that names TRUST_PROXY: then the proxy sends an X-Forwarded-For without IP addresses, such as "unknown" or a host name';

/** Checks whether the service sees the addresses of its clients, or only that of a proxy. */
export const proxies: Check = {
  name: 'proxies',
  settings: ['TRUST_PROXY', 'BASE_URL', 'PORT'],
  run: async (context) => {
    const { trustProxy, baseUrl } = context.env;
    const addresses = context.hasSchema && context.database ? await recentAddresses(context) : [];
    const shared = isLocal(baseUrl) ? undefined : sharedPrivateAddress(addresses);
    if (trustProxy === false) return withoutTrustedProxy(baseUrl, shared);
    if (shared !== undefined) {
      return warn(
        `TRUST_PROXY is set, and yet all clients come from ${shared}: ${MEANING}`,
        `${UNREADABLE}; if not, TRUST_PROXY counts too few: ${CURE}`,
      );
    }
    return ok(`TRUST_PROXY is set${addresses.length > 0 ? `; ${spread(addresses)}` : ''}`);
  },
};

function withoutTrustedProxy(baseUrl: string, shared: string | undefined): Finding[] {
  if (shared !== undefined) {
    return fail(`all clients come from ${shared}: a proxy, and TRUST_PROXY is not set; ${MEANING}`, CURE);
  }
  if (baseUrl.startsWith('https:')) {
    return fail(
      `BASE_URL is https, so a proxy stands before the service, and TRUST_PROXY is not set; ${MEANING}`,
      CURE,
    );
  }
  return ok('TRUST_PROXY is not set, and nothing indicates a proxy');
}

/** The client addresses of the newest events of the last week; if there are few, those of the newest sessions. */
async function recentAddresses(context: DoctorContext): Promise<string[]> {
  const since = Math.floor(Date.now() / 1_000) - SEVEN_DAYS;
  const select = async (statement: string) => {
    return (await connected(context).query(statement, [since])).map(({ ip }) => String(ip)).filter((ip) => isIP(ip));
  };
  const events = await select(`SELECT ip FROM events WHERE ip IS NOT NULL AND at > ? ORDER BY at DESC LIMIT ${SAMPLE}`);
  if (events.length >= MIN_SAMPLE) return events;
  return select(`SELECT ip FROM sessions WHERE created_at > ? ORDER BY expires_at DESC LIMIT ${SAMPLE}`);
}

/** The address, if all are the same private one. */
function sharedPrivateAddress(addresses: string[]): string | undefined {
  const [first, ...others] = new Set(addresses);
  if (first === undefined || others.length > 0 || addresses.length < MIN_SAMPLE) return undefined;
  return PRIVATE.includes(ipaddr.process(first).range()) ? first : undefined;
}

function spread(addresses: string[]): string {
  return `client addresses in the newest ${addresses.length} events or sessions: ${new Set(addresses).size}`;
}
