import { type Env, plainWebUrl } from '@app/config';
import { Logger } from '@nestjs/common';
import { getDomain } from 'tldts';

/** Of the text of a client, only what looks like an origin goes to the log. */
const PLAIN_ORIGIN = /^(?:null|[a-z][a-z0-9+.-]{0,30}:\/\/[\w.:[\]-]{1,100})$/;
/** Anyone can send any origin: in this time each is logged once, and no more than so many. */
const QUIET_MS = 600_000;
const MOST_WARNINGS = 10;

/** What the one setting does that most products need. */
export const BY_APP_URL =
  'links and sign-ins can then lead there, and its pages can call the service, with sessions in cookies if both are on one site';

/** What a page lacks: to call the service, to have its session in a cookie, or to be the target of a link or a sign-in. */
type PageNeed = 'call' | 'cookie' | 'target';

/** Whether the operator has named the address of the product, which may be that of the service, too. */
export function namesProduct({ inForce }: Env): boolean {
  return isGiven(inForce, 'APP_URL');
}

/** The settings to change, so that the pages of an origin get what they lack. The log and doctor give the same advice. */
export function adviceFor(env: Env, origin: string, need: PageNeed): string {
  if (!plainWebUrl(origin)) return 'serve its pages by http or https: no setting can name this origin';
  const onSite = isSameSite(new URL(origin), new URL(env.baseUrl));
  if (need === 'cookie' && !onSite)
    return 'let its pages keep their tokens themselves: browsers send no cookie from another site than that of BASE_URL';
  const call = callList(need, onSite);
  const lists = `add it to ${need === 'target' ? targetList(env, origin, call) : callLists(env, origin, call)}`;
  if (namesProduct(env)) return lists;
  // A list of its own takes the place of the origin of APP_URL.
  const more = need !== 'target' && isGiven(env.inForce, 'COOKIE_ORIGINS') ? `, and add it to ${call}` : '';
  return `set APP_URL to its address${more || `: ${BY_APP_URL}`}. For a second product, ${lists}`;
}

function callList(need: PageNeed, onSite: boolean): string {
  if (need === 'cookie') return 'COOKIE_ORIGINS, since the page asks for a session in a cookie';
  return onSite ? 'COOKIE_ORIGINS (or to CORS_ORIGINS, if its pages keep their tokens themselves)' : 'CORS_ORIGINS';
}

function callLists(env: Env, origin: string, call: string): string {
  return env.mayLeadTo(new URL(origin)) ? call : `${call}, and to REDIRECT_ALLOWLIST if links or sign-ins lead there`;
}

function targetList(env: Env, origin: string, call: string): string {
  return env.mayCall(origin)
    ? 'REDIRECT_ALLOWLIST'
    : `REDIRECT_ALLOWLIST, and to ${call} if its pages call the service`;
}

function isGiven(settings: Env['inForce'], wanted: string): boolean {
  return settings.some(({ name, given }) => name === wanted && given);
}

/**
 * Whether two addresses are on one site, as browsers see it: of one scheme and one registrable domain, which the list of public
 * suffixes defines. A machine without such a domain, as `localhost`, is a site of its own.
 */
export function isSameSite(one: URL, other: URL): boolean {
  return one.protocol === other.protocol && siteOf(one) === siteOf(other);
}

function siteOf({ hostname }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** Logs the origins of pages that no setting names: people and browsers see only that something is refused. */
export class UnknownPages {
  private readonly logger = new Logger('Pages');
  private readonly warned = new Set<string>();
  private quietUntil = 0;

  constructor(private readonly env: Env) {}

  /** @param refused what is refused, as a sentence without its full stop */
  warn(origin: string, need: PageNeed, refused: string): void {
    const now = Date.now();
    if (now >= this.quietUntil) {
      this.warned.clear();
      this.quietUntil = now + QUIET_MS;
    }
    if (this.warned.size >= MOST_WARNINGS || this.warned.has(origin) || !PLAIN_ORIGIN.test(origin)) return;
    this.warned.add(origin);
    this.logger.warn(`${refused}. If it is yours, ${adviceFor(this.env, origin, need)}.`, { origin });
  }
}
