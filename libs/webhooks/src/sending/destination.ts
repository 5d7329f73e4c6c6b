import { isIP } from 'node:net';
import { parseUrl, type WebhookNetworks } from '@app/config';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { lookUp, type Resolved } from './name-lookup.js';

type Address = IPv4 | IPv6;

/** Services of clouds and hosts that give secrets to any program that reaches them. No setting allows them. */
const METADATA = [
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
];
const METADATA_NAMES = ['metadata', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'];
/** The kinds of addresses that `WEBHOOK_NETWORKS` may allow. */
const PRIVATE_KINDS = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** The block of public addresses (RFC 4291, section 2.4, and the registry of IANA). */
const GLOBAL_V6: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const LONGEST_URL = 2_048;

/** An endpoint that must not be called. The message says why, for the administrator. */
export class BlockedDestination extends Error {}

/** Reads the URL of a webhook. Undefined when it may not be one, whatever its host resolves to. */
export function parseEndpoint(text: string, production: boolean): URL | undefined {
  const url = /[^\x21-\x7e]/.test(text) ? undefined : parseUrl(text);
  if (!url) return undefined;
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && !production);
  const plain = url.username === '' && url.password === '' && !text.includes('#') && /^[^\\]*$/.test(text);
  // The normal form is stored, and can be longer than the text: it escapes some characters.
  const fits = Math.max(text.length, url.href.length) <= LONGEST_URL;
  return secure && plain && fits && url.hostname !== '' ? url : undefined;
}

/**
 * Resolves the host of an endpoint once and checks every address. The request must connect to one of the returned addresses:
 * another look-up could answer differently.
 * @throws {BlockedDestination} when any address is refused
 */
export async function resolveEndpoint(url: URL, networks: WebhookNetworks): Promise<Resolved[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (METADATA_NAMES.includes(host)) throw new BlockedDestination(`${host} is a service of the cloud`);
  // Node.js calls no look-up for an address.
  const version = isIP(host);
  const found = version > 0 ? [{ address: host, family: version }] : await lookUp(host);
  if (found.length === 0) throw new Error(`${host} has no address`);
  const named = networks.hosts.includes(host);
  for (const { address } of found) {
    const reason = refusal(address, networks, named);
    if (reason !== undefined) throw new BlockedDestination(`${address} is ${reason}`);
  }
  return found;
}

/**
 * Why an address is refused; undefined for an allowed one.
 * @param named whether the setting allows the name of the host
 */
export function refusal(text: string, { cidrs }: WebhookNetworks, named = false): string | undefined {
  if (text.includes('%') || !ipaddr.isValid(text)) return 'no address';
  for (const address of [ipaddr.parse(text), ...embeddedIn(ipaddr.parse(text))]) {
    const kind = kindOf(address);
    if (METADATA.some((each) => equals(address, ipaddr.parse(each)))) return 'a metadata service';
    if (kind === 'public') continue;
    const listed = named || cidrs.some((cidr) => matches(address, cidr));
    if (!PRIVATE_KINDS.includes(kind)) return `not public (${kind})`;
    if (!listed) return `not public (${kind}), and WEBHOOK_NETWORKS does not list it`;
  }
  return undefined;
}

/** Whether an address is allowed without the setting. */
export function isPublic({ address }: Resolved): boolean {
  return refusal(address, { cidrs: [], hosts: [] }) === undefined;
}

/** `public`, also for an address that is checked by the one that it contains; or the kind of its range. */
function kindOf(address: Address): string {
  const range = address.range();
  if (isV4(address)) return range === 'unicast' ? 'public' : range;
  if (embeddedIn(address).length > 0) return 'public';
  if (range !== 'unicast') return range;
  return address.match(...GLOBAL_V6) ? 'public' : 'reserved';
}

/** The IPv4 addresses inside an IPv6 address: this host, or a gateway on the way, sends the packets there. */
function embeddedIn(address: Address): IPv4[] {
  if (isV4(address)) return [];
  const bytes = address.toByteArray();
  const v4 = (start: number, mask = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask));
  const begins = (text: string, bits: number) => address.match(ipaddr.IPv6.parse(text), bits);
  // IPv4-mapped (RFC 4291), and NAT64 (RFC 6052).
  if (begins('::ffff:0:0', 96) || begins('64:ff9b::', 96)) return [v4(12)];
  // 6to4 (RFC 3056), and Teredo: its server, and the client with inverted bits (RFC 4380).
  if (begins('2002::', 16)) return [v4(2)];
  return begins('2001::', 32) ? [v4(4), v4(12, 0xff)] : [];
}

function isV4(address: Address): address is IPv4 {
  return address.kind() === 'ipv4';
}

function equals(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && one.toNormalizedString() === other.toNormalizedString();
}

function matches(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network as never, bits);
}
