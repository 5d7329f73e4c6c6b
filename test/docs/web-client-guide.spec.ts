import { endpointsCalledIn } from '../support/docs/calls.js';
import { failuresOf, whileFailing } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

type Shown = Promise<string | undefined>;
interface Guide {
  auth: { signIn(email: string, password: string): Promise<unknown> };
  signIn(email: string, password: string): Shown;
  secondStep(step: { mfaToken: string }, code: string): Shown;
  signUp(email: string, password: string): Shown;
  signOut(everywhere: boolean): Shown;
  orders(): Shown;
  askForLink(email: string): Shown;
  arrive(): Shown;
  askForReset(email: string): Shown;
  reset(password: string): Shown;
}

const app = useApp();
let project: RecipeProject;
let guide: Guide;
let user: SignedUp;
beforeAll(() => {
  project = new RecipeProject(['docs/web-client.md'], [['http://localhost:3000', app.service.url]]);
  const files = ['auth', 'sign-in', 'orders', 'emails'].map((name) => `web-client/src/${name}`);
  guide = require(project.bundle(files));
  const history = { state: null, replaceState: () => undefined };
  Object.assign(globalThis, { location: { href: 'http://localhost:5173/?code=c', search: '?token=t' }, history });
});
afterAll(() => {
  for (const name of ['location', 'history']) Reflect.deleteProperty(globalThis, name);
  project.remove();
});
beforeEach(async () => {
  user = await app.signUp();
});

/** Signed in, with an access token that must be refreshed. */
async function withOldToken(work: () => Shown): Shown {
  await guide.auth.signIn(user.email, PASSWORD);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  const performed = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  return work().finally(() => {
    now.mockRestore();
    performed.mockRestore();
  });
}

const CALLS: Record<string, () => Shown> = {
  'post /api/auth/user/login': () => guide.signIn(user.email, PASSWORD),
  'post /api/auth/mfa/verify': () => guide.secondStep({ mfaToken: 't' }, '000000'),
  'post /api/auth/user/create': () => guide.signUp('ada@example.com', PASSWORD),
  'post /api/auth/user/refresh': () => withOldToken(() => guide.orders()),
  'post /api/auth/user/logout': () => guide.auth.signIn(user.email, PASSWORD).then(() => guide.signOut(true)),
  'post /api/auth/magic-link': () => guide.askForLink(user.email),
  'post /api/auth/token': () => guide.askForLink(user.email).then(() => guide.arrive()),
  'post /api/auth/reset-password': () => guide.askForReset(user.email),
  'patch /api/auth/user/change-password': () => guide.reset(PASSWORD),
};
const STEPS = ['MFA_REQUIRED', 'MFA_ENROLMENT_REQUIRED'];
const OWN: Record<string, string> = { TOO_MANY_REQUESTS: 'Please wait 60 seconds.' };
/** What the app says in every tab when the session has ended. */
const FAREWELL: Record<string, string> = {
  INVALID_REFRESH_TOKEN: 'You were signed out on another device.',
  EXPIRED_JWT: 'You have been away for long. Please sign in again.',
};

it.each(endpointsCalledIn('docs/web-client.md'))(
  'the guide to web pages has a message for each code of %s',
  async (endpoint) => {
    const log = jest.spyOn(console, 'log').mockImplementation();
    for (const failed of await failuresOf(app, endpoint)) {
      const { code, message } = failed.body;
      const shown = await whileFailing(endpoint, failed, async () => CALLS[endpoint]?.()).catch((error) => error);
      const farewell = endpoint.endsWith('/refresh') ? FAREWELL[code] : undefined;
      if (STEPS.includes(code)) expect(shown).toMatchObject({ code, mfaToken: 'a token' });
      else if (farewell) expect(log).toHaveBeenLastCalledWith(farewell);
      else expect({ [code]: shown }).toEqual({ [code]: OWN[code] ?? message });
    }
    log.mockRestore();
  },
);
