import { type AllowedOrigin, isLoopback } from '@app/config';
import { LINKS, ONE_TIME } from '@app/tokens';
import { STOP_PATH } from '../factors/factor-reset.service.js';
import { adviceFor, BY_APP_URL, namesProduct } from '../links/unknown-pages.js';
import { type DoctorContext, type Finding, fail, orOk, skip, warn, warnIf } from './check.js';

const TIMEOUT_MS = 3_000;

/**
 * Checks the targets of links and sign-ins: with a list that is too wide, emails can be used for phishing. Without the product,
 * its page gets no answers, and a sign-in that it asks for is refused.
 */
export async function redirects({ env }: DoctorContext): Promise<Finding[]> {
  const { production, redirectAllowlist: list } = env;
  const findings = [...(production ? list.flatMap(risk) : []), ...missing(env)];
  if (list.length > 0)
    return orOk(findings, `links and sign-ins lead to APP_URL, BASE_URL and ${list.length} other origins`);
  const without = production
    ? 'links and sign-ins lead to the origins of APP_URL and BASE_URL only: REDIRECT_ALLOWLIST is empty'
    : 'links and sign-ins may lead anywhere: outside production an empty REDIRECT_ALLOWLIST allows all';
  return orOk(findings, without);
}

/** The pages that call the service, and to which no sign-in leads back; in production also a product that no setting names. */
function missing(env: DoctorContext['env']): Finding[] {
  const { production, redirectAllowlist, cookieOrigins, corsOrigins } = env;
  const pages = [...new Set([...cookieOrigins, ...corsOrigins])].filter((origin) => !env.mayLeadTo(new URL(origin)));
  if (pages.length === 0 && production && redirectAllowlist.length === 0 && !namesProduct(env)) {
    return warn(
      'no setting names a product: links and sign-ins lead to BASE_URL only, and browsers let no page of another origin call the service',
      `set APP_URL to the address of your product: ${BY_APP_URL}`,
    );
  }
  return pages.flatMap((origin) =>
    warn(
      `pages of ${origin} may call the service, and no link and no sign-in may lead to them`,
      `${adviceFor(env, origin, 'target')}. Not necessary if nobody comes there by a link or a sign-in`,
    ),
  );
}

/** Follows each kind of link that the service mails, with a token that is none: to the service, and to where it leads then. */
export async function mailedLinks({ env }: DoctorContext): Promise<Finding[]> {
  const { baseUrl, pages, mailConfigured } = env;
  if (!mailConfigured) return skip('no link is mailed without SMTP_URL');
  const ends = await endsOf(env);
  if ((await answerOf(`${baseUrl}/health/live`)) === undefined)
    return [...ends, ...skip(`no service answers at ${baseUrl} (yet): its own pages were not followed`)];
  const paths = LINKS.filter((purpose) => purpose !== 'reset_password').map((purpose) => ONE_TIME[purpose].link.path);
  const own = await Promise.all([...paths, STOP_PATH].map((path) => ownPage(`${baseUrl}/${path}`)));
  const reset = pages.on ? await resetPage(`${baseUrl}/${ONE_TIME.reset_password.link.path}`) : [];
  return orOk([...ends, ...own.flat(), ...reset], `each kind of link leads to a page, and then to ${env.appUrl}`);
}

/** Where links without a target of their own lead in the end. */
async function endsOf({ appUrl, baseUrl, pages, production }: DoctorContext['env']): Promise<Finding[]> {
  if (appUrl.replace(/\/$/, '') !== baseUrl) {
    const status = (await answerOf(`${appUrl}?token=doctor`))?.status;
    if (status !== undefined && status < 400) return [];
    const found = status === undefined ? 'does not answer' : `answers ${status}`;
    return warn(
      `APP_URL ${found}, and links without a target of their own lead there: ${appUrl}`,
      'set APP_URL to a page of your product',
    );
  }
  if (pages.on) return [];
  const report = production ? fail : warn;
  return report(
    `reset links without reset_url lead to ${baseUrl}, which has no page for a new password`,
    'set HOSTED_PAGES=on, or APP_URL to the page of your product that takes the token',
  );
}

/**
 * A page of the service refuses a token that is none by a code, and anything else that answers there does not. The id of the
 * request tells its line in the log from that of a person with a broken link.
 */
async function ownPage(url: string): Promise<Finding[]> {
  const answer = await answerOf(`${url}?token=doctor`, { 'x-request-id': 'doctor' });
  const { code = 'NOT_FOUND' } = ((await answer?.json().catch(() => undefined)) ?? {}) as { code?: string };
  if (answer && code !== 'NOT_FOUND') return [];
  return fail(
    `${url} is no page of the service: ${answer ? `it answers ${answer.status}` : 'no answer'}`,
    'let the proxy pass all paths below BASE_URL to the service, or correct BASE_URL',
  );
}

async function resetPage(url: string): Promise<Finding[]> {
  const answer = await answerOf(url);
  const type = answer?.headers.get('content-type') ?? '';
  if (answer?.status === 200 && type.startsWith('text/html')) return [];
  return fail(
    `reset links lead to ${url}: ${answer ? `it answers ${answer.status}` : 'no answer'}`,
    'restart the service with HOSTED_PAGES=on after npm run build, and let the proxy pass all paths below BASE_URL to it',
  );
}

/** Undefined without an answer. */
async function answerOf(url: string, more: Record<string, string> = {}): Promise<Response | undefined> {
  const headers = { accept: 'application/json, text/html;q=0.5', ...more };
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
}

function risk({ protocol, host, wildcard }: AllowedOrigin): Finding[] {
  const origin = `${protocol}//${wildcard ? '*' : ''}${host}`;
  const isOpen = protocol === 'http:' && !isLoopback(`${protocol}//${host.replace(/^\./, '')}`);
  return [
    ...warnIf(isOpen, `${origin} lets tokens travel unencrypted`, 'use https:// in REDIRECT_ALLOWLIST'),
    ...warnIf(
      wildcard,
      `${origin} trusts everyone who can get a name below it`,
      'name each origin in REDIRECT_ALLOWLIST',
    ),
  ];
}
