import { endpointsCalledIn } from '../support/docs/documents.js';
import { failuresOf, whileFailing } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';

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

/** The guide to a change of the email. */
interface ChangeGuide {
  auth: {
    signIn(email: string, password: string): Promise<object>;
    verifyTotp(mfaToken: string, code: string): Promise<unknown>;
    requestCode(body: { email: string }): Promise<{ code_token: string }>;
    signInWithCode(codeToken: string, code: string): Promise<unknown>;
    updateUser(body: { email: string; password: string }): Promise<void>;
    user(): Promise<{ email: string }>;
  };
  changeEmail(email: string): Promise<object>;
  sendCode(): Promise<string>;
  prove(method: string, typed?: string, codeToken?: string): Promise<void>;
}

/** More than the default of `REAUTH_MAX_AGE`. */
const TOO_OLD_SECONDS = 601;

const { app, mail } = useMail();
let project: RecipeProject;
let guide: Guide;
let change: ChangeGuide;
let user: SignedUp;
beforeAll(() => {
  project = new RecipeProject(
    ['docs/web-client.md', 'docs/change-email.md'],
    [['http://localhost:3000', app.service.url]],
  );
  const files = ['auth', 'sign-in', 'orders', 'emails'].map((name) => `web-client/src/${name}`);
  guide = require(project.bundle(files));
  change = require(project.bundle(['auth', 'change-email', 'prove'].map((name) => `change-email/src/${name}`)));
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
const OWN: Record<string, string> = {
  TOO_MANY_REQUESTS: 'Please wait 60 seconds.',
  EMAIL_ALREADY_IN_USE: 'This email has an account. Sign in, or choose a new password.',
};
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

describe('the guide to a change of the email', () => {
  const { changed, waiting, proof } = {
    changed: { show: 'changed' },
    waiting: (email: string) => ({ show: 'waiting', email }),
    proof: (...methods: string[]) => ({ show: 'proof', methods }),
  };

  it('changes it at once after a recent sign-in, and later after the password', async () => {
    const [first, second] = [newEmail(), newEmail()];
    await change.auth.signIn(user.email, PASSWORD);
    expect(await change.changeEmail(first)).toEqual(changed);
    await app.advance(TOO_OLD_SECONDS);
    expect(await change.changeEmail(second)).toEqual(proof('password'));
    await expect(change.prove('password', 'wrong')).rejects.toMatchObject({ code: 'INVALID_PASSWORD' });
    await change.prove('password', PASSWORD);
    expect(await change.changeEmail(second)).toEqual(changed);
    expect(await change.auth.user()).toMatchObject({ email: second });
  });

  it('lets a user with the method password do both in one call', async () => {
    const email = newEmail();
    await change.auth.signIn(user.email, PASSWORD);
    await app.advance(TOO_OLD_SECONDS);
    await change.auth.updateUser({ email, password: PASSWORD });
    expect(await change.auth.user()).toMatchObject({ email });
  });

  it('asks a user without a password and a factor for a code from an email', async () => {
    const [address, email] = [newEmail(), newEmail()];
    await app.admin('POST', '/users', { email: address, email_verified: true });
    const { code_token } = await change.auth.requestCode({ email: address });
    await change.auth.signInWithCode(code_token, codeIn(await mail.emailWith(address, /^\d{6}$/m)));
    await app.advance(TOO_OLD_SECONDS);
    expect(await change.changeEmail(email)).toEqual(proof('email_code'));
    const id = await change.sendCode();
    await change.prove('email_code', codeIn(await mail.emailWith(address, /^\d{6}$/m, 2)), id);
    expect(await change.changeEmail(email)).toEqual(changed);
  });

  it('waits for the new mailbox of a user with a second factor', async () => {
    const email = newEmail();
    const fenced = await fencedUser(app);
    const { mfaToken } = await change.auth.signIn(fenced.email, PASSWORD).catch((error) => error);
    await change.auth.verifyTotp(mfaToken, await codeOf(app, fenced.secret, 1));
    await app.advance(TOO_OLD_SECONDS);
    expect(await change.changeEmail(email)).toEqual(proof('totp', 'recovery_code'));
    await change.prove('recovery_code', fenced.recoveryCodes[0]);
    expect(await change.changeEmail(email)).toEqual(waiting(email));
    expect(await change.auth.user()).toMatchObject({ email: fenced.email });
    expect((await app.follow(linkIn(await mail.emailTo(email)), 'POST')).status).toBe(302);
    expect(await change.auth.user()).toMatchObject({ email });
  });

  it('has a message for each failure of the change', async () => {
    const endpoint = 'put /api/auth/user';
    const failures = await failuresOf(app, endpoint);
    await change.auth.signIn(user.email, PASSWORD);
    for (const failed of failures) {
      const shown = await whileFailing(endpoint, failed, () => change.changeEmail(newEmail()));
      const due = failed.body.code === 'REAUTHENTICATION_REQUIRED';
      expect(shown).toEqual(due ? proof('password') : { show: 'failure', message: expect.stringMatching(/./) });
    }
  });
});
