import { newEmail, PASSWORD } from '../support/app.js';
import { type Call, countOutcomes } from '../support/http.js';
import { expectWait, fromAddress, inParallel, newUser } from '../support/limits.js';
import { linkIn } from '../support/mail-server.js';
import { fencedUser } from '../support/totp.js';
import { useMail } from '../support/use-mail.js';

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

const reset = (email: string, client: Call) => app.post('/api/auth/reset-password', { email }, client);
const magicLink = (email: string, client: Call) => app.post('/api/auth/magic-link', { email, sign_up: true }, client);

const tagged = (email: string, tag: number) => email.replace('@', `+tag${tag}@`);

describe('the limit of 5 letters to one mailbox in 10 minutes for one client address', () => {
  it.each([
    ['magic links', magicLink],
    ['resets', reset],
  ])('refuses further letters: %s', async (_what, ask) => {
    const { email } = await newUser(app);
    const client = fromAddress();
    expect(countOutcomes(await inParallel(9, () => ask(email.toUpperCase(), client)))).toEqual({
      200: 5,
      TOO_MANY_REQUESTS: 4,
    });
    expectWait(await ask(email, client), 600);
    expect((await ask(email, fromAddress())).status).toBe(200);
    await mail.letterTo(email, 6);
    expect(mail.lettersTo(email)).toHaveLength(6);
  });

  it('counts magic links, resets and verifications together', async () => {
    const { email, token } = await newUser(app);
    const client = fromAddress();
    for (let count = 0; count < 2; count++) await magicLink(email, client);
    for (let count = 0; count < 2; count++) await reset(email, client);
    const verify = () => app.post('/api/auth/user/verify-email', {}, { token, ...client });
    expect(countOutcomes(await inParallel(4, verify))).toEqual({ 200: 1, TOO_MANY_REQUESTS: 3 });
  });

  it('applies to an email without an account, too', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    expect(countOutcomes(await inParallel(9, () => reset(email, client)))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 4 });
    const [other, elsewhere] = [newEmail(), fromAddress()];
    const ask = () => app.post('/api/auth/magic-link', { email: other }, elsewhere);
    expect(countOutcomes(await inParallel(9, ask))).toEqual({ USER_NOT_FOUND: 5, TOO_MANY_REQUESTS: 4 });
  });

  it('counts a mailbox regardless of the tags in its addresses', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    const answers = await inParallel(9, (index) => magicLink(index ? tagged(email, index) : email, client));
    expect(countOutcomes(answers)).toEqual({ 200: 5, TOO_MANY_REQUESTS: 4 });
  });

  it('counts in a sliding window, which letters leave one by one', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    const ask = () => reset(email, client);
    expect(countOutcomes(await inParallel(6, ask))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 1 });
    await app.advance(601);
    expect((await ask()).status).toBe(200);
  });
});

describe('the limit of 30 letters to one mailbox in an hour for all client addresses', () => {
  const flood = (email: string) => inParallel(34, () => reset(email, fromAddress()));

  it('refuses further letters from any client address', async () => {
    const { email } = await newUser(app);
    expect(countOutcomes(await flood(email))).toEqual({ 200: 30, TOO_MANY_REQUESTS: 4 });
    expectWait(await reset(email, fromAddress()), 3_600);
    expectWait(await magicLink(email, fromAddress()), 3_600);
  });

  it('counts a mailbox regardless of the tags in its addresses', async () => {
    const email = newEmail();
    const answers = await inParallel(34, (index) => magicLink(tagged(email, index), fromAddress()));
    expect(countOutcomes(answers)).toEqual({ 200: 30, TOO_MANY_REQUESTS: 4 });
  });

  it('does not count a refused letter for its client address', async () => {
    const { email } = await newUser(app);
    await flood(email);
    const client = fromAddress();
    const waits = [];
    for (let count = 0; count < 7; count++) waits.push(expectWait(await reset(email, client), 3_600));
    expect(Math.min(...waits)).toBeGreaterThan(600);
  });

  it('does not prevent a reset for a verified address from a client address of an earlier sign-in', async () => {
    const home = fromAddress();
    const { email } = await newUser(app, home);
    await magicLink(email, home);
    const { pathname, search } = new URL(linkIn(await mail.letterTo(email)));
    await app.get(pathname + search, home);
    await flood(email);
    expectWait(await reset(email, fromAddress()), 3_600);
    expect(countOutcomes(await inParallel(7, () => reset(email, home)))).toEqual({ 200: 4, TOO_MANY_REQUESTS: 3 });
  });

  it('also applies to a user who signed up with the address of another person', async () => {
    const clients = Array.from({ length: 10 }, () => fromAddress());
    const email = newEmail();
    await app.post('/api/auth/user/create', { email, password: PASSWORD }, fromAddress());
    for (const client of clients) await app.post('/api/auth/login', { email, password: PASSWORD }, client);
    const answers = await inParallel(50, (index) => reset(email, clients[index % 10] ?? {}));
    expect(countOutcomes(answers)).toEqual({ 200: 30, TOO_MANY_REQUESTS: 20 });
  });
});

it('notices about second factors do not fill a mailbox that their user has not proved', async () => {
  const user = await fencedUser(app);
  const call = () => ({ token: user.token, ...fromAddress() });
  const email = newEmail();
  expect((await app.put('/api/auth/user', { email }, call())).status).toBe(200);
  const answers = await inParallel(14, () => app.post('/api/auth/user/mfa/recovery-codes', {}, call()));
  expect(countOutcomes(answers)).toEqual({ 200: 14 });
  await mail.letterTo(email, 10);
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [email])).toHaveLength(10);
});
