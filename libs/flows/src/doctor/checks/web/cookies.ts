import { adviceFor, isSameSite } from '../../../links/unknown-pages.js';
import { type Check, type DoctorContext, type Finding, isLocal, ok, warn } from '../check.js';

/** Checks that browsers send the cookie of a session to the service (`SameSite=Strict`), and encrypted. */
export const sessionCookies: Check = {
  name: 'cookies',
  settings: ['COOKIE_ORIGINS', 'CORS_ORIGINS', 'REDIRECT_ALLOWLIST', 'APP_URL', 'BASE_URL', 'PORT', 'NODE_ENV'],
  run: async ({ env }) => {
    const findings: Finding[] = [];
    for (const origin of env.cookieOrigins)
      findings.push(...(await otherSite(origin, env)), ...unencrypted(origin, env));
    const { corsOrigins, cookieOrigins } = env;
    const without = corsOrigins.filter((origin) => !cookieOrigins.includes(origin));
    if (without.length > 0) {
      findings.push(
        ...ok(`pages of ${without.join(', ')} are in CORS_ORIGINS only: they keep their tokens themselves`),
      );
    }
    findings.push(...unread(env));
    if (findings.length > 0) return findings;
    const local = env.production ? '' : ', and outside production for all pages of localhost and of loopback addresses';
    return ok(`sessions in a cookie for ${cookieOrigins.join(', ')}${local}`);
  },
};

/**
 * The pages to which a sign-in leads back, and to which no browser gives the answers of the service. Other origins in
 * `COOKIE_ORIGINS` take the place of that of `APP_URL`; with none, no page keeps its session in a cookie on purpose.
 */
function unread(env: DoctorContext['env']): Finding[] {
  const exact = env.redirectAllowlist.filter(({ wildcard }) => !wildcard);
  const replaced = env.cookieOrigins.length > 1 ? [new URL(env.appUrl).origin] : [];
  const targets = new Set([...replaced, ...exact.map(({ protocol, host }) => `${protocol}//${host}`)]);
  const unknown = [...targets].filter((origin) => !env.mayCall(origin));
  return unknown.flatMap((origin) =>
    warn(
      `a sign-in may lead to ${origin}, and no script of its pages may call the service`,
      `${adviceFor(env, origin, 'call')}. Not necessary if only the server of this product calls the service`,
    ),
  );
}

function otherSite(origin: string, { baseUrl }: DoctorContext['env']): Finding[] {
  if (isSameSite(new URL(origin), new URL(baseUrl))) return [];
  return warn(
    `${origin} is not on the site of ${baseUrl}: browsers send no cookie of a session from there`,
    'serve both by https below one domain, or leave the origin out of COOKIE_ORIGINS and list it in CORS_ORIGINS',
  );
}

function unencrypted(origin: string, { production, baseUrl }: DoctorContext['env']): Finding[] {
  if (!production || origin.startsWith('https:') || isLocal(origin)) return [];
  // The check of BASE_URL says this of BASE_URL.
  if (origin === new URL(baseUrl).origin) return [];
  return warn(
    `${origin} is not encrypted: a page from there can be changed on the way`,
    'use https:// for this origin',
  );
}
