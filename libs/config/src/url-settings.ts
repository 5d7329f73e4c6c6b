import { isIP } from 'node:net';

/** Its scheme and slashes, host, port and the rest. `URL` would also read `https:host`, backslashes, tabs and blanks. */
const WEB_URL = /^https?:\/\/(\[[\da-f:.]+\]|[^/?#\\@:[\]\s\p{Cc}]+)(:\d+)?([/?#][^\\\s\p{Cc}]*)?$/iu;
const DEFAULT_PORTS: Record<string, string> = { 'http:': ':80', 'https:': ':443' };

const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether the host of a URL is a plain host name (letters, digits, hyphens, underscores, dots) or an IP address. `URL`
 * accepts more, such as `a;b.example.com`, which would add words to a header that names the host.
 */
export function hasPlainHost({ hostname }: URL): boolean {
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
