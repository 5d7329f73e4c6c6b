import { hasPlainHost } from './plain-host.js';
import type { SettingsReader } from './settings-reader.js';

export const HOST_FORM = 'a host name or an IP address (default 0.0.0.0)';
export const APP_URL_FORM = 'an absolute http or https URL (default BASE_URL)';
export const REDIS_FORM = 'redis://user:password@host:6379/0, rediss://… for TLS, or none (default none)';
export const CORS_FORM = 'origins separated by commas, such as https://app.example.com, or none (default none)';
const BASE_URL_FORM =
  'an absolute http or https URL without credentials, query or fragment (default http://localhost:$PORT; production needs it)';

export function readBaseUrl(read: SettingsReader, port: number, production: boolean): string {
  if (production && read.text('BASE_URL') === undefined) {
    const wrong = 'it is not set, and production needs it (NODE_ENV unset means production)';
    read.reject('BASE_URL', wrong, BASE_URL_FORM);
  }
  return read.parsed('BASE_URL', BASE_URL_FORM, `http://localhost:${port}`, parseRootUrl);
}

/** An absolute URL to which paths can be appended: its normal form without the last slash. */
function parseRootUrl(text: string): string | undefined {
  const url = webUrl(text);
  const bare = !url?.search && !url?.hash && !text.includes('?') && !text.includes('#');
  return bare ? url?.href.replace(/\/+$/, '') : undefined;
}

/** Where a browser can be sent: its normal form. */
export function parseAppUrl(text: string): string | undefined {
  return webUrl(text)?.href;
}

/** An http(s) URL without credentials, whose host can be named in a header. */
function webUrl(text: string): URL | undefined {
  const url = new URL(text);
  const fits = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && hasPlainHost(url);
  return fits ? url : undefined;
}

/** Origins as browsers write them in the header `Origin`: no wildcard, since answers carry tokens. */
export function parseCorsOrigins(text: string): string[] | undefined {
  if (text === 'none') return [];
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.every((origin) => webUrl(origin)?.origin === origin) ? origins : undefined;
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]{1,253}$/.test(text) ? text : undefined;
}

export function parseRedisUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  // Throws where they are wrongly percent-encoded, as the client of Redis does.
  decodeURIComponent(username + password);
  const fits = ['redis:', 'rediss:'].includes(protocol) && hostname !== '' && /^(?:\/\d{0,5})?$/.test(pathname);
  return fits ? text : undefined;
}
