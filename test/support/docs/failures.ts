import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { App } from '../service/app.js';

/** A failure as the service answers it. */
export interface Failure {
  status: number;
  body: { code: string; message: string };
}

const STEP = { mfa_token: 'a token', expiry: 4_000_000_000 };
/** The fields of an answer besides the code and the message. */
const FIELDS: Record<string, object> = {
  MFA_REQUIRED: { ...STEP, methods: ['totp', 'passkey'] },
  MFA_ENROLMENT_REQUIRED: { ...STEP, methods: ['totp', 'passkey'] },
  REAUTHENTICATION_REQUIRED: { max_age: 600, acr: 'aal1', methods: ['password'] },
  EMAIL_CONFIRMATION_REQUIRED: { pending_token: 'a token', email: null },
};

const WAIT_MS = 5_000;

export function failure(code: string, status = 400): Failure {
  return { status, body: { code, message: `This is the message of ${code}.`, ...FIELDS[code] } };
}

/**
 * Each failure that the OpenAPI document has for an endpoint, such as `post /api/auth/user/login`. Without the one of an open
 * endpoint that only pages meet which ask for a session in a cookie.
 */
export async function failuresOf(app: App, endpoint: string): Promise<Failure[]> {
  const [method = '', path = ''] = endpoint.split(' ');
  const { responses, security } = (await app.get('/openapi.json')).json.paths[path][method];
  const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
  const failures: Failure[] = statuses.flatMap((status) =>
    responses[status].content['application/json'].schema.properties.code.enum.map((code: string) =>
      failure(code, Number(status)),
    ),
  );
  return failures.filter(({ body }) => security.length > 0 || body.code !== 'NOT_AUTHENTICATED');
}

/** Whether a request is for an endpoint. */
function isFor(endpoint: string, method: string, url: string): boolean {
  const [wanted = '', path = ''] = endpoint.split(' ');
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return method.toLowerCase() === wanted && pattern.test(new URL(url).pathname);
}

/** Answers an endpoint in the place of the service, in a page or in all pages of a browser, until its routes are removed. */
export async function answerWith(
  place: Page | BrowserContext,
  endpoint: string,
  { status, body }: { status: number; body: object },
): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  await place.route(
    (url) => isFor(endpoint, endpoint.split(' ')[0] ?? '', url.href),
    (route) => {
      if (!isFor(endpoint, route.request().method(), route.request().url())) return route.fallback();
      return route.fulfill({ status, headers, body: JSON.stringify(body) });
    },
  );
}

/** A script that lets a page believe that its access token is old. */
export const OLD_SESSION = `{
  const [key, text] = Object.entries(localStorage).find(([name]) => name.startsWith('latchkey'));
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), since: 0 }));
}`;

/** How a page makes a call. */
export interface Walk {
  /** Leads the page to the place of the call. */
  begin(): Promise<unknown>;
  /** Makes the call, such as by a button. After a message it must work again, from the same place. */
  call(): Promise<unknown>;
  /** What the page shows in place of the message of a code: its own text, or the next step. */
  steps?: Record<string, Locator>;
  /** The page leaves the place of the call whatever happens, so each code begins anew. */
  leaves?: boolean;
}

/**
 * Lets an endpoint fail with each of its codes. The page must show the message of each, and still be usable: the next
 * call begins where the message is. Only what `steps` names may be shown in its place.
 * @returns the codes after which something else was shown, or nothing
 */
export async function silentCodes(app: App, page: Page, endpoint: string, walk: Walk | undefined): Promise<string[]> {
  if (!walk) throw new Error(`There is no walk for ${endpoint}.`);
  const { begin, call, steps = {}, leaves = false } = walk;
  page.setDefaultTimeout(WAIT_MS);
  const failures = await failuresOf(app, endpoint);
  const unknown = Object.keys(steps).filter((code) => !failures.some(({ body }) => body.code === code));
  if (unknown.length > 0) throw new Error(`${endpoint} has no ${unknown.join(', ')}.`);
  const silent: string[] = [];
  let usable = false;
  for (const failed of failures) {
    const { code, message } = failed.body;
    if (!usable) await begin();
    await answerWith(page, endpoint, failed);
    usable = await call()
      .then(() => (steps[code] ?? page.getByText(message)).first().waitFor())
      .then(() => !leaves && !(code in steps))
      .catch(() => {
        silent.push(code);
        return false;
      });
    await page.unrouteAll();
  }
  return silent;
}

/** Lets an endpoint fail in this process, as long as `work` runs. */
export async function whileFailing<T>(endpoint: string, failed: Failure, work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!isFor(endpoint, request.method, request.url)) return fetch(request);
    return Response.json(failed.body, { status: failed.status });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}
