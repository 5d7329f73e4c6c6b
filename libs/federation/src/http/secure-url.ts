import { parseUrl } from '@app/config';

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a request of the service may go to a URL: https, and outside production also http on this machine. */
export function isSecureUrl({ protocol, hostname, username, password }: URL, production: boolean): boolean {
  if (username || password) return false;
  return protocol === 'https:' || (!production && protocol === 'http:' && LOCAL_HOST.test(hostname));
}

/**
 * Whether a text is the URL of an issuer: secure, without query and fragment (OpenID Connect Discovery, section 3), and in its
 * normal form, in which the slash after the host may be missing.
 */
export function isIssuer(text: string, production: boolean): boolean {
  if (text.length > 500 || !/^[\x21-\x7e]+$/.test(text) || /[?#]/.test(text)) return false;
  const url = parseUrl(text);
  return url !== undefined && isSecureUrl(url, production) && (url.href === text || url.href === `${text}/`);
}
