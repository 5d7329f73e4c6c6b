import type { AllowedOrigin } from '@app/config';
import { STOP_PATH } from '../../../factors/reset/factor-reset.service.js';
import { LINK_PATHS, RESET_PATH } from '../../../links/link-maker.js';
import { type Check, type DoctorContext, type Finding, fail, isLocal, ok, skip, warn } from '../check.js';

const TIMEOUT_MS = 3_000;

/** Checks the allowed targets of mailed links: with a list that is too wide, emails can be used for phishing. */
export const redirects: Check = {
  name: 'redirects',
  settings: ['REDIRECT_ALLOWLIST'],
  run: async ({ env: { production, redirectAllowlist: list } }) => {
    if (list.length === 0 && production) {
      return warn(
        'REDIRECT_ALLOWLIST is empty: links may lead to the origins of APP_URL and BASE_URL only',
        'list the origins of your other front ends in REDIRECT_ALLOWLIST, if there are any',
      );
    }
    if (list.length === 0) return ok('REDIRECT_ALLOWLIST is empty: outside production links may lead anywhere');
    const findings = production ? list.flatMap(risk) : [];
    return findings.length > 0 ? findings : ok(`${list.length} origins besides APP_URL and BASE_URL`);
  },
};

/** Follows each kind of link that the service mails, with a token that is none: to the service, and to where it leads then. */
export const mailedLinks: Check = {
  name: 'links',
  settings: ['BASE_URL', 'APP_URL', 'HOSTED_PAGES', 'SMTP_URL', 'PORT', 'NODE_ENV'],
  run: async ({ env }) => {
    const { baseUrl, pages, mailConfigured } = env;
    if (!mailConfigured) return skip('no link is mailed without SMTP_URL');
    const ends = await endsOf(env);
    if ((await answerOf(`${baseUrl}/health/live`)) === undefined)
      return [...ends, ...skip(`no service answers at ${baseUrl} (yet): its own pages were not followed`)];
    const own = await Promise.all(
      [...Object.values(LINK_PATHS), STOP_PATH].map((path) => ownPage(`${baseUrl}/${path}`)),
    );
    const findings = [...ends, ...own.flat(), ...(pages.on ? await resetPage(`${baseUrl}/${RESET_PATH}`) : [])];
    return findings.length > 0 ? findings : ok(`each kind of link leads to a page, and then to ${env.appUrl}`);
  },
};

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

/** A page of the service refuses a token that is none by a code, and anything else that answers there does not. */
async function ownPage(url: string): Promise<Finding[]> {
  const answer = await answerOf(`${url}?token=doctor`);
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
async function answerOf(url: string): Promise<Response | undefined> {
  const headers = { accept: 'application/json, text/html;q=0.5' };
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
}

function risk({ protocol, host, wildcard }: AllowedOrigin): Finding[] {
  const origin = `${protocol}//${wildcard ? '*' : ''}${host}`;
  const findings: Finding[] = [];
  if (protocol === 'http:' && !isLocal(`${protocol}//${host.replace(/^\./, '')}`)) {
    findings.push(...warn(`${origin} lets tokens travel unencrypted`, 'use https:// in REDIRECT_ALLOWLIST'));
  }
  if (wildcard) {
    findings.push(
      ...warn(`${origin} trusts everyone who can get a name below it`, 'name each origin in REDIRECT_ALLOWLIST'),
    );
  }
  return findings;
}
