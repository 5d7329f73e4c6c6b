import { posix } from 'node:path';
import { Env, plainWebUrl } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { UnknownPages } from './unknown-pages.js';

const MAX_LENGTH = 2_048;
/** Where providers answer. The service sends each code that arrives here to the provider, which could use it. */
const CALLBACK = /\/api\/auth\/external\/.*callback/s;
const ENCODED = /%[\da-f]{2}/i;
/** Proxies may decode a path, too. No honest path is encoded so often. */
const MOST_DECODINGS = 8;

/** Allows only known targets of links: an open redirect would send the tokens in the URL to attackers (RFC 9700, section 4.11). */
@Injectable()
export class RedirectUrls {
  private readonly unknown: UnknownPages;

  constructor(private readonly env: Env) {
    this.unknown = new UnknownPages(env);
  }

  /** Logs a warning if links may lead to any URL. */
  warnIfUnrestricted(): void {
    if (this.env.production || this.env.redirectAllowlist.length > 0) return;
    new Logger('Links').warn('REDIRECT_ALLOWLIST is empty: links may lead anywhere. In production they may not.');
  }

  /**
   * Returns the URL in its normal form, so that no other program reads another host in it; `APP_URL` if it is undefined.
   * @throws {ApiError} INVALID_REDIRECT_URL
   */
  check(given: string | undefined): string {
    if (given === undefined) return this.env.appUrl;
    const target = this.allowed(given);
    if (target === undefined) throw new ApiError('INVALID_REDIRECT_URL');
    return target;
  }

  /** Whether links may lead to this URL. The log names an origin that the settings do not. */
  allow(given: string): boolean {
    return this.allowed(given) !== undefined;
  }

  private allowed(given: string): string | undefined {
    const { url, text = '' } = (given.length <= MAX_LENGTH && parseTarget(given)) || {};
    if (!url || text.length > MAX_LENGTH || isCallback(url)) return undefined;
    if (this.env.mayLeadTo(url)) return text;
    this.unknown.warn(url.origin, 'target', `No link and no sign-in may lead to ${url.origin}`);
    return undefined;
  }
}

/**
 * Reads a target. Dots in its path that `URL` resolves are refused. A slash that is missing after the host stays missing.
 * @return also its normal form
 */
function parseTarget(given: string): { url: URL; text: string } | undefined {
  const { url, rest = '' } = (given.isWellFormed() && plainWebUrl(given)) || {};
  if (!url) return undefined;
  const [kept, slash] = [url.href.slice(url.origin.length), rest.startsWith('/') ? '' : '/'];
  if (decoded(slash + rest) !== decoded(kept)) return undefined;
  return { url, text: url.origin + kept.slice(slash.length) };
}

/** Whether a path is that of a callback of the service, however it is written, on any host: the service may have several names. */
function isCallback({ pathname }: URL): boolean {
  let path = pathname;
  for (let count = 0; ENCODED.test(path); count++) {
    if (count === MOST_DECODINGS) return true;
    path = decoded(path);
  }
  // Some proxies leave out what follows a semicolon in a part of a path.
  const plain = path
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .toLowerCase();
  // A proxy may also resolve dots that were encoded.
  return [posix.normalize(plain), plain.replaceAll(/\/+/g, '/')].some((each) => CALLBACK.test(each));
}

/** The bytes of a text without its percent-encoding, one character each. */
function decoded(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/%[\da-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)));
}
