import { hasPlainHost, webUrl } from './url-settings.js';

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
