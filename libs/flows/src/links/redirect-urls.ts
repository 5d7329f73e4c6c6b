import { Env, hasPlainHost, isAllowed } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';

const MAX_LENGTH = 2_048;
/** Where providers answer. The service sends each code that arrives here to the provider, which could use it. */
const CALLBACK = /\/api\/auth\/external\/.*callback/;
/** Proxies may decode a path, too. */
const MOST_DECODINGS = 4;

/** Allows only known targets of links: an open redirect would send the tokens in the URL to attackers (RFC 9700, section 4.11). */
@Injectable()
export class RedirectUrls {
  private readonly own: Set<string>;

  constructor(private readonly env: Env) {
    this.own = new Set([new URL(env.baseUrl).origin, new URL(env.appUrl).origin]);
  }

  /** Logs a warning if links may lead to any URL. */
  warnIfUnrestricted(): void {
    if (!this.allowsAll) return;
    new Logger('Links').warn('REDIRECT_ALLOWLIST is empty: links may lead anywhere. In production they may not.');
  }

  /**
   * Returns the URL, or `APP_URL` if it is undefined.
   * @throws {ApiError} INVALID_REDIRECT_URL
   */
  check(given: string | undefined): string {
    if (given === undefined) return this.env.appUrl;
    if (!this.allow(given)) throw new ApiError('INVALID_REDIRECT_URL');
    return given;
  }

  /** Whether links may lead to this URL. */
  allow(given: string): boolean {
    const url = given.length <= MAX_LENGTH ? parseNormal(given) : undefined;
    return url !== undefined && this.isKnown(url) && !isCallback(url);
  }

  private get allowsAll(): boolean {
    return !this.env.production && this.env.redirectAllowlist.length === 0;
  }

  private isKnown(url: URL): boolean {
    const { redirectAllowlist } = this.env;
    return this.allowsAll || this.own.has(url.origin) || redirectAllowlist.some((origin) => isAllowed(url, origin));
  }
}

/**
 * Accepts an http(s) URL without credentials in its normal form, so that all programs parse it alike, with a host that can
 * be used in a header. Only the slash after the host may be missing.
 */
function parseNormal(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const withSlash = text.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/, '$1/');
  const plain = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && hasPlainHost(url);
  return plain && url.href === withSlash ? url : undefined;
}

/** Whether a path is that of a callback of the service, however it is written, on any host: the service may have several names. */
function isCallback({ pathname }: URL): boolean {
  let path = pathname;
  for (let count = 0; count < MOST_DECODINGS; count++) path = decoded(path);
  return CALLBACK.test(path.replaceAll(/[\\/]+/g, '/').toLowerCase());
}

function decoded(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)));
}
