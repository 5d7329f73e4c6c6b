import { isIP } from 'node:net';
import { isLoopback, weakContrasts } from '@app/config';
import ipaddr from 'ipaddr.js';
import { adviceFor, isSameSite } from '../links/unknown-pages.js';
import { connected, type DoctorContext, type Finding, fail, ok, orOk, skip, warn, warnIf } from './check.js';

const BASE_URL_TIMEOUT_MS = 3_000;

/** Checks that BASE_URL uses https, and that the service answers there. */
export async function baseUrl({ env }: DoctorContext): Promise<Finding[]> {
  return [...encryption(env), ...(await service(env.baseUrl))];
}

function encryption({ baseUrl, production }: DoctorContext['env']): Finding[] {
  return warnIf(
    production && !baseUrl.startsWith('https:'),
    `${baseUrl} is not encrypted: passwords and tokens can be read on the way`,
    'use https:// in BASE_URL',
  );
}

async function service(root: string): Promise<Finding[]> {
  const cure = 'start the service, or correct BASE_URL';
  try {
    const answer = await fetch(`${root}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(BASE_URL_TIMEOUT_MS),
    });
    const { status, code, message } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (answer.status === 200 && status === 'ready') return ok(`the service answers at ${root}`);
    if (answer.status === 503 && code === 'UNAVAILABLE') {
      return fail(
        `the service at ${root} is not ready: ${message}`,
        'see its log; a load balancer sends it no requests',
      );
    }
    return warn(`${root} answers ${answer.status}, not as a service that is ready`, cure);
  } catch {
    return warn(`no service answers at ${root} (yet)`, cure);
  }
}

/** Checks that people can read the texts of the pages and the emails in the colors of `BRANDING_DIR` (WCAG 2.2, 1.4.3). */
export async function branding({ env: { pages } }: DoctorContext): Promise<Finding[]> {
  if (!pages.branding) return ok('pages and emails have the colors and texts of the service');
  const { theme, logo, emailLogo, texts } = pages.branding;
  const findings = (theme ? weakContrasts(theme) : []).flatMap(({ scheme, text, behind, ratio }) => {
    const pair = `theme.css, ${scheme}: --lk-${text} on --lk-${behind}`;
    return ratio === undefined
      ? warn(
          `${pair} has a contrast that cannot be computed`,
          'write both as opaque colors, such as #1d4ed8 or oklch(…)',
        )
      : warn(`${pair} has a contrast of ${ratio} to 1`, 'choose colors with at least 4.5 to 1');
  });
  const inEmails = emailLogo ? 'logo.png' : logo && 'no logo.png, so emails have the name of the product';
  const has = [
    theme && 'theme.css',
    logo && 'logo.svg',
    inEmails,
    ...[...texts.keys()].map((tag) => `texts/${tag}.json`),
  ];
  return orOk(findings, `BRANDING_DIR has ${has.filter(Boolean).join(', ') || 'no files'}`);
}

/** Checks that the cookie of the console is encrypted on its way, and that the pages find their files. */
export async function consolePages({ env: { console, production, baseUrl } }: DoctorContext): Promise<Finding[]> {
  if (!console) return ok('CONSOLE=off');
  const { protocol, pathname } = new URL(baseUrl);
  const findings = [
    ...warnIf(
      production && protocol !== 'https:',
      'CONSOLE=on without https: the cookie of an administrator can be read on the way',
      'use https:// in BASE_URL, or CONSOLE=off',
    ),
    ...warnIf(
      pathname !== '/',
      `CONSOLE=on, but its pages find no files below ${pathname}`,
      'use a BASE_URL without a path, or CONSOLE=off',
    ),
  ];
  return orOk(findings, `CONSOLE=on, at ${baseUrl}/console`);
}

/** Checks that browsers send the cookie of a session to the service (`SameSite=Strict`), and encrypted. */
export async function sessionCookies({ env }: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const origin of env.cookieOrigins) findings.push(...(await otherSite(origin, env)), ...unencrypted(origin, env));
  const { corsOrigins, cookieOrigins } = env;
  const without = corsOrigins.filter((origin) => !cookieOrigins.includes(origin));
  if (without.length > 0) {
    findings.push(...ok(`pages of ${without.join(', ')} are in CORS_ORIGINS only: they keep their tokens themselves`));
  }
  const local = env.production ? '' : ', and outside production for all pages of localhost and of loopback addresses';
  return orOk([...findings, ...unread(env)], `sessions in a cookie for ${cookieOrigins.join(', ')}${local}`);
}

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
  return warnIf(
    !isSameSite(new URL(origin), new URL(baseUrl)),
    `${origin} is not on the site of ${baseUrl}: browsers send no cookie of a session from there`,
    'serve both by https below one domain, or leave the origin out of COOKIE_ORIGINS and list it in CORS_ORIGINS',
  );
}

function unencrypted(origin: string, { production, baseUrl }: DoctorContext['env']): Finding[] {
  if (!production || origin.startsWith('https:') || isLoopback(origin)) return [];
  // The check of BASE_URL says this of BASE_URL.
  if (origin === new URL(baseUrl).origin) return [];
  return warn(
    `${origin} is not encrypted: a page from there can be changed on the way`,
    'use https:// for this origin',
  );
}

const TIMEOUT_MS = 2_000;

/** Checks which program answers at the port of the service on this machine. */
export async function port({ env }: DoctorContext): Promise<Finding[]> {
  const root = `http://${localHost(env.host)}:${env.port}`;
  const answer = await read(`${root}/health/live`);
  if (answer === undefined) return skip(`no program answers at ${root} (yet): the service may run on another machine`);
  if (!answer.text.includes('"live"')) {
    return warn(`another program answers at ${root}`, 'set PORT to a free port, or stop the other program');
  }
  return [...ok(`the service answers at ${root}`), ...otherPort(env)];
}

/** Without a proxy, which a local BASE_URL does not need, both ports are the same. */
function otherPort({ baseUrl, port: ownPort }: DoctorContext['env']): Finding[] {
  const url = new URL(baseUrl);
  const claimed = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!isLoopback(baseUrl) || claimed === ownPort) return [];
  return warn(
    `BASE_URL names port ${claimed}, and the service listens on port ${ownPort}`,
    `use port ${ownPort} in BASE_URL, unless a proxy on this machine listens on port ${claimed}`,
  );
}

/** Checks whether strangers can read the metrics. */
export async function metrics({
  env: { metricsPort, port: ownPort, baseUrl, production },
}: DoctorContext): Promise<Finding[]> {
  if (metricsPort === undefined) return ok('/metrics needs an admin token');
  if (metricsPort === ownPort) return fail('METRICS_PORT is the PORT of the service', 'set it to another port');
  const place = `http://${new URL(baseUrl).hostname}:${metricsPort}/metrics`;
  const answer = await read(place);
  if (!answer?.text.includes('latchkey_')) return ok(`METRICS_PORT=${metricsPort}; ${place} does not answer`);
  if (!production || isLoopback(baseUrl)) return ok(`METRICS_PORT=${metricsPort}; ${place} answers without a token`);
  return warn(
    `${place}, the host of BASE_URL, answers without a token`,
    'let only Prometheus reach METRICS_PORT, or unset it: then /metrics needs an admin token',
  );
}

/** The address of this machine at which a server with this HOST answers. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Undefined without an answer. */
async function read(url: string): Promise<{ text: string } | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { text: await answer.text() };
  } catch {
    return undefined;
  }
}

const SEVEN_DAYS = 7 * 86_400;
const SAMPLE = 100;
/** Fewer addresses than this may all be of one client. */
const MIN_SAMPLE = 5;

/** The kinds of addresses that no client on the internet has (RFC 6890). */
const PRIVATE = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal'];

const MEANING = 'rate limits, lists of sessions and the event log take all clients for one';
const CURE = 'set TRUST_PROXY to the number of proxies between the clients and the service, or to their addresses';

/** The client is then the proxy: see `Proxies` of the service. */
const UNREADABLE =
  'see whether the log of the service has a warning that names TRUST_PROXY: then the proxy sends an X-Forwarded-For without IP addresses, such as "unknown" or a host name';

/** Checks whether the service sees the addresses of its clients, or only that of a proxy. */
export async function proxies(context: DoctorContext): Promise<Finding[]> {
  const { trustProxy, baseUrl } = context.env;
  const addresses = context.hasSchema && context.database ? await recentAddresses(context) : [];
  const shared = isLoopback(baseUrl) ? undefined : sharedPrivateAddress(addresses);
  if (trustProxy === false) return withoutTrustedProxy(baseUrl, shared);
  if (shared !== undefined) {
    return warn(
      `TRUST_PROXY is set, and yet all clients come from ${shared}: ${MEANING}`,
      `${UNREADABLE}; if not, TRUST_PROXY counts too few: ${CURE}`,
    );
  }
  return ok(`TRUST_PROXY is set${addresses.length > 0 ? `; ${spread(addresses)}` : ''}`);
}

function withoutTrustedProxy(baseUrl: string, shared: string | undefined): Finding[] {
  if (shared !== undefined) {
    return fail(`all clients come from ${shared}: a proxy, and TRUST_PROXY is not set; ${MEANING}`, CURE);
  }
  if (baseUrl.startsWith('https:')) {
    return fail(
      `BASE_URL is https, so a proxy stands before the service, and TRUST_PROXY is not set; ${MEANING}`,
      CURE,
    );
  }
  return ok('TRUST_PROXY is not set, and nothing indicates a proxy');
}

/** The client addresses of the newest events of the last week; if there are few, those of the newest sessions. */
async function recentAddresses(context: DoctorContext): Promise<string[]> {
  const since = Math.floor(Date.now() / 1_000) - SEVEN_DAYS;
  const select = async (statement: string) => {
    return (await connected(context).query(statement, [since])).map(({ ip }) => String(ip)).filter((ip) => isIP(ip));
  };
  const events = await select(`SELECT ip FROM events WHERE ip IS NOT NULL AND at > ? ORDER BY at DESC LIMIT ${SAMPLE}`);
  if (events.length >= MIN_SAMPLE) return events;
  return select(`SELECT ip FROM sessions WHERE created_at > ? ORDER BY expires_at DESC LIMIT ${SAMPLE}`);
}

/** The address, if all are the same private one. */
function sharedPrivateAddress(addresses: string[]): string | undefined {
  const [first, ...others] = new Set(addresses);
  if (first === undefined || others.length > 0 || addresses.length < MIN_SAMPLE) return undefined;
  return PRIVATE.includes(ipaddr.process(first).range()) ? first : undefined;
}

function spread(addresses: string[]): string {
  return `client addresses in the newest ${addresses.length} events or sessions: ${new Set(addresses).size}`;
}

const ORIGIN_TIMEOUT_MS = 3_000;
const MOST_BYTES = 64 * 1024;

/** Checks that browsers accept the passkeys of all origins (WebAuthn Level 3, section 5.11). */
export async function relatedOrigins({ env }: DoctorContext): Promise<Finding[]> {
  const { rpId, relatedOrigins: related } = env.passkeys;
  const isBelow = ok(`all origins of passkeys are at ${rpId} or below it`);
  return [...pagesWithout(env), ...(related.length === 0 ? isBelow : await fileOf(rpId, related))];
}

/** The sign-in pages offer no passkeys where browsers or the service would refuse them. */
function pagesWithout({ pages, passkeys: { rpId, origins }, baseUrl }: DoctorContext['env']): Finding[] {
  const { origin } = new URL(baseUrl);
  if (!pages.on || origins.includes(origin)) return [];
  return warn(
    `the sign-in pages at ${origin} take no passkeys: PASSKEY_ORIGINS are ${origins.join(', ')}, for PASSKEY_RP_ID ${rpId}`,
    `use a PASSKEY_RP_ID that contains both hosts before the first passkey is created; or add ${origin} to PASSKEY_ORIGINS; or HOSTED_PAGES=off`,
  );
}

async function fileOf(rpId: string, wanted: string[]): Promise<Finding[]> {
  const url = `https://${rpId}/.well-known/webauthn`;
  const cure = `serve this there as application/json: ${JSON.stringify({ origins: wanted })}`;
  try {
    // Browsers follow redirects, too (WebAuthn Level 3, section 5.11.1).
    const answer = await fetch(url, { signal: AbortSignal.timeout(ORIGIN_TIMEOUT_MS) });
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !/^application\/json\b/i.test(type)) return warn(`${url} answers ${answer.status} ${type}`, cure);
    const missing = missingIn(await textOf(answer), wanted);
    return missing.length > 0
      ? warn(`${url} does not list ${missing.join(', ')}`, cure)
      : ok(`${url} lists all origins`);
  } catch (error) {
    return warn(`${url} cannot be read (${reasonOf(error)})`, cure);
  }
}

/** At most some KiB: the host may be another one than expected. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('it is too long');
  }
  return Buffer.concat(chunks).toString();
}

function missingIn(text: string, wanted: string[]): string[] {
  const { origins } = JSON.parse(text) as { origins?: unknown };
  return wanted.filter((origin) => !Array.isArray(origins) || !origins.includes(origin));
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}
