import { availableParallelism } from 'node:os';
import { type Answer, type Call, countOutcomes } from '../support/http/http.js';
import { expectWait, fromAddress, inParallel, login, newUser } from '../support/http/limits.js';
import { importLines } from '../support/imports/ndjson.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail-server.js';

jest.setTimeout(120_000);

describe('a flood of sign-ups by strangers', () => {
  let app: App;
  beforeEach(async () => {
    app = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1', BCRYPT_COST: '10' });
  });
  afterEach(() => app.stop());

  /**
   * Keeps sign-ups of strangers waiting, each from another address, until some are refused; returns a function that
   * ends it.
   */
  async function flood(body: object): Promise<() => Promise<unknown>> {
    let ended = false;
    let refused = () => {};
    const busy = new Promise<void>((done) => {
      refused = done;
    });
    const strangers = inParallel(80, async () => {
      while (!ended) {
        if ((await app.post('/api/auth/user/create', body, fromAddress())).code === 'TOO_MANY_REQUESTS') refused();
      }
    });
    await busy;
    return () => {
      ended = true;
      return strangers;
    };
  }

  it('does not cause a refusal of the login of the user whose email it uses', async () => {
    const home = fromAddress();
    const { email } = await newUser(app, home);
    const end = await flood({ email, password: PASSWORD });
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await login(app, email, PASSWORD, home));
    await end();
    expect(countOutcomes(answers)).toEqual({ 200: 5 });
  });

  const signUp = (email: string, client: Call) =>
    app.post('/api/auth/user/create', { email, password: PASSWORD }, client);

  /** The codes of the answers; each refusal says how long to wait. */
  function codesOf(answers: Answer[]): string[] {
    const outcomes = countOutcomes(answers);
    for (const answer of answers) if (answer.status === 429) expectWait(answer, 2);
    return Object.keys(outcomes).sort();
  }

  it('with one email is refused in part with TOO_MANY_REQUESTS, not with an error of the service', async () => {
    const email = newEmail();
    const answers = await inParallel(60, () => signUp(email, fromAddress()));
    expect(codesOf(answers)).toEqual(['200', 'EMAIL_ALREADY_IN_USE', 'TOO_MANY_REQUESTS']);
  });

  it('from one address is refused in part, and strangers of other addresses still sign up', async () => {
    const stranger = fromAddress();
    const flood = inParallel(100 * availableParallelism(), () => signUp(newEmail(), stranger));
    await app.get('/health/live');
    const others = await inParallel(3, () => signUp(newEmail(), fromAddress()));
    expect(countOutcomes(others)).toEqual({ 200: 3 });
    expect(codesOf(await flood)).toEqual(['200', 'TOO_MANY_REQUESTS']);
  });

  it('from one address does not limit the passwords that an administrator brings', async () => {
    const lines = Array.from({ length: 10 }, () => ({ email: newEmail(), password: PASSWORD }));
    const flood = inParallel(100 * availableParallelism(), () => signUp(newEmail(), {}));
    await app.get('/health/live');
    expect((await importLines(app, lines)).json).toMatchObject({ created: lines.length, failed: 0 });
    expect(codesOf(await flood)).toContain('TOO_MANY_REQUESTS');
  });
});

describe('the limit of 10 notices of a changed password to a mailbox in an hour', () => {
  let mail: MailServer;
  let app: App;
  beforeEach(async () => {
    mail = await MailServer.start();
    app = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1', SMTP_URL: mail.url });
  });
  afterEach(async () => {
    await app.stop();
    await mail.stop();
  });

  const change = (token: string) =>
    app.patch(
      '/api/auth/user/change-password',
      { old_password: PASSWORD, new_password: PASSWORD },
      { token, ...fromAddress() },
    );

  it('applies to strangers who sign up with tags of the mailbox, and its owner still gets a notice', async () => {
    const owner = await newUser(app);
    await app.prove(owner.uid);
    for (let tag = 0; tag < 14; tag++) {
      const body = { email: owner.email.replace('@', `+${tag}@`), password: PASSWORD, login: true };
      await change((await app.post('/api/auth/user/create', body, fromAddress())).json.token);
    }
    expect((await change(owner.token)).status).toBe(200);
    const rows = await app.sql("SELECT recipient FROM messages WHERE kind = 'password-changed'");
    expect(rows).toHaveLength(11);
    expect(rows).toContainEqual({ recipient: owner.email });
  });
});
