import { availableParallelism } from 'node:os';
import { expectWait, fromAddress, inParallel, login, newUser } from '../support/http/clients.js';
import { type Answer, type Call, countOutcomes } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

jest.setTimeout(120_000);

describe('a flood of sign-ups by strangers', () => {
  const app = useApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1', BCRYPT_COST: '10' });

  const signUp = (email: string, client: Call) =>
    app.post('/api/auth/user/create', { email, password: PASSWORD }, client);

  /** The codes of the answers; each refusal says how long to wait. */
  function codesOf(answers: Answer[]): string[] {
    const outcomes = countOutcomes(answers);
    for (const answer of answers) if (answer.status === 429) expectWait(answer, 2);
    return Object.keys(outcomes).sort();
  }

  it('with one email is refused in part, without an error of the service, and does not cause a refusal of the login of the user who has it', async () => {
    const [email, home] = [newEmail(), fromAddress()];
    let [accepted, open] = [false, 60];
    const flood = inParallel(open, async () => {
      const answer = await signUp(email, fromAddress());
      accepted ||= answer.status === 200;
      open -= 1;
      return answer;
    });
    await app.service.until(() => accepted);
    const logins = [];
    for (let count = 0; count < 5; count++) logins.push(await login(app, email, PASSWORD, home));
    // Sign-ups with the email have waited all the time.
    expect(open).toBeGreaterThan(0);
    expect(countOutcomes(logins)).toEqual({ 200: 5 });
    expect(codesOf(await flood)).toEqual(['200', 'EMAIL_ALREADY_IN_USE', 'TOO_MANY_REQUESTS']);
  });

  it('from one address is refused in part, and limits neither strangers of other addresses nor the passwords that an administrator brings', async () => {
    // The administrator has the same address.
    const flood = inParallel(60 * availableParallelism(), () => signUp(newEmail(), {}));
    await app.get('/health/live');
    const lines = Array.from({ length: 10 }, () => ({ email: newEmail(), password: PASSWORD }));
    const [others, imported] = await Promise.all([
      inParallel(3, () => signUp(newEmail(), fromAddress())),
      importLines(app, lines),
    ]);
    expect(countOutcomes(others)).toEqual({ 200: 3 });
    expect(imported.json).toMatchObject({ created: lines.length, failed: 0 });
    expect(codesOf(await flood)).toEqual(['200', 'TOO_MANY_REQUESTS']);
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
