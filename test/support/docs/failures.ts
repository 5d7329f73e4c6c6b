import type { Locator, Page } from 'playwright-core';
import type { App } from '../service/app.js';

/** A failure as the service answers it. */
export interface Failure {
  status: number;
  body: { code: string; message: string };
}

const STEP = { mfa_token: 'a token', expiry: 4_000_000_000 };
/** The fields of an answer besides the code and the message. */
const FIELDS: Record<string, object> = {
  MFA_REQUIRED: { ...STEP, methods: ['totp'] },
  MFA_ENROLMENT_REQUIRED: { ...STEP, methods: ['totp', 'passkey'] },
  REAUTHENTICATION_REQUIRED: { max_age: 600, acr: 'aal1', methods: ['password'] },
  EMAIL_CONFIRMATION_REQUIRED: { pending_token: 'a token', email: null },
};

/** Each failure that the OpenAPI document has for an endpoint, such as `post /api/auth/user/login`. */
async function failuresOf(app: App, endpoint: string): Promise<Failure[]> {
  const [method = '', path = ''] = endpoint.split(' ');
  const { responses } = (await app.get('/openapi.json')).json.paths[path][method];
  const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
  return statuses.flatMap((status) =>
    responses[status].content['application/json'].schema.properties.code.enum.map((code: string) => ({
      status: Number(status),
      body: { code, message: `This is the message of ${code}.`, ...FIELDS[code] },
    })),
  );
}

/** Answers an endpoint in the place of the service with a failure, until the routes of the page are removed. */
async function answerWith(page: Page, endpoint: string, { status, body }: Failure): Promise<void> {
  const [method = '', path = ''] = endpoint.split(' ');
  const pattern = new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  await page.route(pattern, (route) => {
    if (route.request().method() !== method.toUpperCase()) return route.fallback();
    return route.fulfill({ status, headers, body: JSON.stringify(body) });
  });
}

/**
 * Lets an endpoint fail with each of its codes.
 * @param provoke leads the page to the call
 * @param shown what a person sees after it: a message, or the next step
 * @returns the codes after which nothing was shown
 */
export async function silentCodes(
  app: App,
  page: Page,
  endpoint: string,
  provoke: (mock: () => Promise<void>) => Promise<unknown>,
  shown: (code: string) => Locator,
): Promise<string[]> {
  const silent: string[] = [];
  for (const failure of await failuresOf(app, endpoint)) {
    await page.unrouteAll();
    await provoke(() => answerWith(page, endpoint, failure));
    const { code } = failure.body;
    await shown(code)
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => silent.push(code));
  }
  await page.unrouteAll();
  return silent;
}
