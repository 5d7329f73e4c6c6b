import { Env, hasPlainHost, isAllowed } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';

const MAX_LENGTH = 2_048;

/** Where links may lead to: an open redirect would hand the tokens in the URL to anybody (RFC 9700, section 4.11). */
@Injectable()
export class RedirectUrls {
  private readonly own: Set<string>;

  constructor(private readonly env: Env) {
    this.own = new Set([new URL(env.baseUrl).origin, new URL(env.appUrl).origin]);
  }

  /** Says so where links may lead anywhere. */
  warn(): void {
    if (!this.allowsAll) return;
    new Logger('Links').warn('REDIRECT_ALLOWLIST is empty: links may lead anywhere. In production they may not.');
  }

  /**
   * The URL, or that of the product where none is given.
   * @throws {ApiError} INVALID_REDIRECT_URL
   */
  check(given: string | undefined): string {
    if (given === undefined) return this.env.appUrl;
    const url = given.length <= MAX_LENGTH ? parseNormal(given) : undefined;
    if (url === undefined || !this.allows(url)) throw new ApiError('INVALID_REDIRECT_URL');
    return given;
  }

  private get allowsAll(): boolean {
    return !this.env.production && this.env.redirectAllowlist.length === 0;
  }

  private allows(url: URL): boolean {
    const { redirectAllowlist } = this.env;
    return this.allowsAll || this.own.has(url.origin) || redirectAllowlist.some((origin) => isAllowed(url, origin));
  }
}

/**
 * An http(s) URL without credentials that is written the way a browser would write it, so that no two programs can read
 * it differently, and whose host can be named in a header. Only the slash after the host may be missing.
 */
function parseNormal(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const withSlash = text.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/, '$1/');
  const plain = ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && hasPlainHost(url);
  return plain && url.href === withSlash ? url : undefined;
}
