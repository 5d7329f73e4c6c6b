import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmail } from 'class-validator';
import type { IPv4, IPv6 } from 'ipaddr.js';
import ipaddr from 'ipaddr.js';

/** Its scheme and slashes, host, port and the rest. `URL` would also read `https:host`, backslashes, tabs and blanks. */
const WEB_URL = /^https?:\/\/(\[[\da-f:.]+\]|[^/?#\\@:[\]\s\p{Cc}]+)(:\d+)?([/?#][^\\\s\p{Cc}]*)?$/iu;
const DEFAULT_PORTS: Record<string, string> = { 'http:': ':80', 'https:': ':443' };

const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether the host of a URL is a plain host name (letters, digits, hyphens, underscores, dots) or an IP address. `URL`
 * accepts more, such as `a;b.example.com`, which would add words to a header that names the host.
 */
function hasPlainHost({ hostname }: URL): boolean {
  return PLAIN_HOST.test(hostname);
}

/** An absolute URL to which paths can be appended, in its normal form without the last slash. */
export function parseRootUrl(text: string): string | undefined {
  const url = webUrl(text);
  const bare = !url?.search && !url?.hash && !text.includes('?') && !text.includes('#');
  return bare ? url?.href.replace(/\/+$/, '') : undefined;
}

/** The URL of a web page, in its normal form. */
export function parseAppUrl(text: string): string | undefined {
  return webUrl(text)?.href;
}

/**
 * The URL that a text is; undefined if it is none. `URL.canParse` of Node 20 and 22 refuses each text outside ASCII, such as
 * `https://bücher.example`, once the code around it has become hot.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** An http(s) URL without credentials, whose host can be part of a header. */
export function webUrl(text: string): URL | undefined {
  const url = WEB_URL.test(text) ? parseUrl(text) : undefined;
  return url && hasPlainHost(url) ? url : undefined;
}

/**
 * The same for a text that differs from the normal form of its URL in nothing but case, default port, international domain and
 * percent-encoding: not in the notation of a number or of an IP address.
 * @return also the part after the host, as it was given
 */
export function plainWebUrl(text: string): { url: URL; rest: string } | undefined {
  const url = webUrl(text);
  const [, host = '', port = '', rest = ''] = WEB_URL.exec(text) ?? [];
  if (!url || (isIP(url.hostname.replace(/[[\]]/g, '')) && url.hostname !== host)) return undefined;
  return port === '' || port === (url.port ? `:${url.port}` : DEFAULT_PORTS[url.protocol]) ? { url, rest } : undefined;
}

/** Origins in the form of the header `Origin`. No wildcard, since answers contain tokens. */
export function parseCorsOrigins(text: string): string[] | undefined {
  if (text === 'none') return [];
  const origins = text.split(',').map((entry) => {
    const { url, rest } = plainWebUrl(entry.trim()) ?? {};
    return rest === '' ? url?.origin : undefined;
  });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL leads to this machine by a name or an address that no other machine can have. */
export function isLoopback(url: string): boolean {
  return LOOPBACK_HOST.test(new URL(url).hostname);
}

/** Whether a header `Origin` is that of a web page of this machine. Other names may lead here, too, and belong to somebody else. */
export function isLoopbackOrigin(origin: string): boolean {
  return webUrl(origin)?.origin === origin && isLoopback(origin);
}

/** Null for none. */
export function parseCollectorUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const { protocol, search, hash, href } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && !search && !hash ? href.replace(/\/+$/, '') : undefined;
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]{1,253}$/.test(text) ? text : undefined;
}

export function parseRedisUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  // Throws for an invalid percent-encoding, which the Redis client would also reject.
  decodeURIComponent(username + password);
  const fits = ['redis:', 'rediss:'].includes(protocol) && hostname !== '' && /^(?:\/\d{0,5})?$/.test(pathname);
  return fits ? text : undefined;
}

/** An origin, or all origins whose host is one or more levels below a domain. */
export interface AllowedOrigin {
  /** Such as `https:`. */
  protocol: string;
  /** Includes a port that is not the default one. For a wildcard, the domain with a dot before it. */
  host: string;
  wildcard: boolean;
}

export const ALLOWLIST_FORM =
  'origins separated by commas, such as https://app.example.com,https://*.example.org (default: none; outside production none allows all)';

const WILDCARD = '*.';

/** Reads `REDIRECT_ALLOWLIST`; undefined when one of its entries is not an origin. */
export function parseAllowlist(text: string): AllowedOrigin[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const origins = entries.filter((entry) => entry !== '').map(parseOrigin);
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

function parseOrigin(text: string): AllowedOrigin | undefined {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(.+)$/.exec(text) ?? [];
  const wildcard = rest.startsWith(WILDCARD);
  const url = webUrl(scheme + (wildcard ? rest.slice(WILDCARD.length) : rest));
  if (url?.href !== `${url?.origin}/` || (wildcard && !url.hostname.includes('.'))) return undefined;
  return { protocol: url.protocol, host: wildcard ? `.${url.host}` : url.host, wildcard };
}

/** Whether a URL has an allowed origin. A wildcard does not match the domain itself, nor an empty level. */
export function isAllowed(url: URL, { protocol, host, wildcard }: AllowedOrigin): boolean {
  if (url.protocol !== protocol || !hasPlainHost(url)) return false;
  if (!wildcard) return url.host === host;
  const levels = url.host.endsWith(host) ? url.host.slice(0, -host.length).split('.') : [];
  return levels.length > 0 && !levels.includes('');
}

const MAX_HOST_LENGTH = 253;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
/** A host name whose characters outside ASCII are still to be converted. */
const GIVEN_HOST = /^[a-z\d.\u{80}-\u{10ffff}-]+$/iu;
const A_LABEL = /(?:^|\.)xn--/i;
/** A host name whose last label is no number, so that nothing reads it as an IP address. */
const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * The form in which an email is stored and compared: trimmed and in lower case, an international domain by its A-labels
 * (`lena@xn--bcher-kva.example`). Undefined for a text with another local part than ASCII, or without such a domain.
 * The check of the local part comes before the change of case, since the Kelvin sign, for example, would become a k.
 */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const { local, domain } = partsOf(trimmed);
  if (PRINTABLE_ASCII.test(trimmed) && !A_LABEL.test(domain)) return trimmed.toLowerCase();
  const host = local.length > 1 && PRINTABLE_ASCII.test(local) ? toAsciiHost(domain) : undefined;
  return host && local.toLowerCase() + host;
}

/** What is wrong with the characters of an email, for people; undefined if nothing is. */
export function emailObjection(text: string): string | undefined {
  const { local } = partsOf(text.trim());
  if (local === '' || normaliseEmail(text) !== undefined) return undefined;
  return PRINTABLE_ASCII.test(local)
    ? 'The domain of the email is not a valid host name.'
    : 'The part of the email before the @ must consist of printable ASCII characters.';
}

const MAX_EMAIL_LENGTH = 254;

/** Whether a value is an address that could receive mail. Quoted local parts are valid in RFC 5321, but only attackers use them. */
export function isAddress(value: unknown): value is string {
  const email = typeof value === 'string' ? normaliseEmail(value) : undefined;
  return email !== undefined && email.length <= MAX_EMAIL_LENGTH && !email.includes('"') && isEmail(email);
}

/** The mailbox of an email: its normalised form without the tag that many providers ignore (`name+tag@example.com`). */
export function mailboxOf(text: string): string {
  const email = normaliseEmail(text) ?? text;
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/**
 * A host name in lower case with its A-labels (UTS 46); undefined for any other text. The result is judged as a host name again:
 * the conversion reads percent-encodings and numbers as a URL does, ends at a slash, and accepts A-labels of plain ASCII.
 */
export function toAsciiHost(text: string): string | undefined {
  if (text.length > MAX_HOST_LENGTH || !GIVEN_HOST.test(text)) return undefined;
  const host = domainToASCII(text);
  const isName = host.length <= MAX_HOST_LENGTH && HOST_NAME.test(host);
  return isName && domainToASCII(domainToUnicode(host)) === host ? host : undefined;
}

/** The part of an email up to the last @, and the rest. */
function partsOf(email: string): { local: string; domain: string } {
  const end = email.lastIndexOf('@') + 1;
  return { local: email.slice(0, end), domain: email.slice(end) };
}

const MAX_NAME_LENGTH = 60;

/** One line of text. It is encoded wherever it goes: to the header of an email, to a page, to an authenticator app. */
export function parseLine(text: string): string | undefined {
  const isLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(text) && /\S/.test(text);
  return text.length <= MAX_NAME_LENGTH && isLine ? text : undefined;
}

/** An address of a network, and the length of the prefix in bits. */
type Network = [IPv4 | IPv6, number];

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

const MOST_CHARACTERS = 100;
const SCOPE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** Whether a text can be a scope (RFC 6749, section 3.3). One with a comma could not be listed in a setting. */
export function isScope(text: string): boolean {
  return text.length <= MOST_CHARACTERS && SCOPE.test(text);
}

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
