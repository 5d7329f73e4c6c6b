import { newEmail, PASSWORD } from '../support/app.js';
import { type Call, tally } from '../support/http.js';
import { expectWait, from, newUser, times } from '../support/limits.js';
import { linkIn } from '../support/mail-server.js';
import { useMail } from '../support/use-mail.js';

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

const reset = (email: string, client: Call) => app.post('/api/auth/reset-password', { email }, client);
const magicLink = (email: string, client: Call) => app.post('/api/auth/magic-link', { email, sign_up: true }, client);

const tagged = (email: string, tag: number) => email.replace('@', `+tag${tag}@`);

describe('5 letters to one mailbox in 10 minutes for one asking client address', () => {
  it.each([
    ['magic links', magicLink],
    ['resets', reset],
  ])('are mailed at most: %s', async (_what, ask) => {
    const { email } = await newUser(app);
    const client = from();
    expect(tally(await times(9, () => ask(email.toUpperCase(), client)))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 4 });
    expectWait(await ask(email, client), 600);
    expect((await ask(email, from())).status).toBe(200);
    await mail.letterTo(email, 6);
    expect(mail.lettersTo(email)).toHaveLength(6);
  });

  it('are counted together for magic links, resets and verifications', async () => {
    const { email, token } = await newUser(app);
    const client = from();
    for (let count = 0; count < 2; count++) await magicLink(email, client);
    for (let count = 0; count < 2; count++) await reset(email, client);
    const verify = () => app.post('/api/auth/user/verify-email', {}, { token, ...client });
    expect(tally(await times(4, verify))).toEqual({ 200: 1, TOO_MANY_REQUESTS: 3 });
  });

  it('are accepted at most for an email without an account, too', async () => {
    const [email, client] = [newEmail(), from()];
    expect(tally(await times(9, () => reset(email, client)))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 4 });
    const [other, elsewhere] = [newEmail(), from()];
    const ask = () => app.post('/api/auth/magic-link', { email: other }, elsewhere);
    expect(tally(await times(9, ask))).toEqual({ USER_NOT_FOUND: 5, TOO_MANY_REQUESTS: 4 });
  });

  it('are counted for a mailbox, whatever tags its addresses have', async () => {
    const [email, client] = [newEmail(), from()];
    const answers = await times(9, (index) => magicLink(index ? tagged(email, index) : email, client));
    expect(tally(answers)).toEqual({ 200: 5, TOO_MANY_REQUESTS: 4 });
  });

  it('slide out of their window', async () => {
    const [email, client] = [newEmail(), from()];
    const ask = () => reset(email, client);
    expect(tally(await times(6, ask))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 1 });
    await app.advance(601);
    expect((await ask()).status).toBe(200);
  });
});

describe('30 letters to one mailbox in an hour for all client addresses', () => {
  const flood = (email: string) => times(34, () => reset(email, from()));

  it('are mailed at most, from all client addresses together', async () => {
    const { email } = await newUser(app);
    expect(tally(await flood(email))).toEqual({ 200: 30, TOO_MANY_REQUESTS: 4 });
    expectWait(await reset(email, from()), 3_600);
    expectWait(await magicLink(email, from()), 3_600);
  });

  it('are counted for a mailbox, whatever tags its addresses have', async () => {
    const email = newEmail();
    const answers = await times(34, (index) => magicLink(tagged(email, index), from()));
    expect(tally(answers)).toEqual({ 200: 30, TOO_MANY_REQUESTS: 4 });
  });

  it('are not counted against a client address when they are refused', async () => {
    const { email } = await newUser(app);
    await flood(email);
    const client = from();
    const waits = [];
    for (let count = 0; count < 7; count++) waits.push(expectWait(await reset(email, client), 3_600));
    expect(Math.min(...waits)).toBeGreaterThan(600);
  });

  it('do not keep the owner of a verified address from a reset at an address of an earlier sign-in', async () => {
    const home = from();
    const { email } = await newUser(app, home);
    await magicLink(email, home);
    const { pathname, search } = new URL(linkIn(await mail.letterTo(email)));
    await app.get(pathname + search, home);
    await flood(email);
    expectWait(await reset(email, from()), 3_600);
    expect(tally(await times(7, () => reset(email, home)))).toEqual({ 200: 4, TOO_MANY_REQUESTS: 3 });
  });

  it('limit those who signed up with the address of another person, too', async () => {
    const clients = Array.from({ length: 10 }, () => from());
    const email = newEmail();
    await app.post('/api/auth/user/create', { email, password: PASSWORD }, from());
    for (const client of clients) await app.post('/api/auth/login', { email, password: PASSWORD }, client);
    const answers = await times(50, (index) => reset(email, clients[index % 10] ?? {}));
    expect(tally(answers)).toEqual({ 200: 30, TOO_MANY_REQUESTS: 20 });
  });
});
