import { App, newEmail, PASSWORD } from './support/app.js';
import { expectFailure, expectNothing } from './support/expect.js';
import { type Answer, tally } from './support/http.js';
import { linkIn, MailServer, tokenIn } from './support/mail-server.js';

let mail: MailServer;
let app: App;
beforeAll(async () => {
  mail = await MailServer.start();
  app = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1', SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

let addresses = 0;
/** The headers of a client whose address no other test uses. */
function from(address?: string) {
  addresses += 1;
  return { headers: { 'x-forwarded-for': address ?? `198.18.${addresses >> 8}.${addresses & 255}` } };
}

const login = (email: string, password: string, client: { headers: Record<string, string> }) =>
  app.post('/api/auth/user/login', { email, password }, client);

/** A new user, created from an address of their own. */
async function newUser(): Promise<{ email: string; uid: string; token: string }> {
  const email = newEmail();
  const answer = await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true }, from());
  return { email, ...answer.json };
}

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_none, index) => work(index)));
}

/** Turned away, and told for how many seconds: from one to as many as the window has. */
function expectWait(answer: Answer, most: number): number {
  expectFailure(answer, 'TOO_MANY_REQUESTS', 429);
  const wait = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(wait) && wait >= 1 && wait <= most).toBe(true);
  return wait;
}

describe('10 failed logins to one account from one address in 15 minutes', () => {
  it('are all, however many come at once, and then the right password waits, too', async () => {
    const { email } = await newUser();
    const client = from();
    const answers = await times(40, () => login(email, 'wrong', client));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 30 });
    expectWait(await login(email, PASSWORD, client), 900);
    expectWait(await login(` ${email.toUpperCase()} `, PASSWORD, client), 900);
  });

  it('are as many for an email that nobody has', async () => {
    const [email, client] = [newEmail(), from()];
    const answers = await times(15, () => login(email, 'wrong', client));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
  });

  it('count for nobody else: not for the account from elsewhere, not for another account from there', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const client = from();
    await times(12, () => login(one.email, 'wrong', client));
    expect((await login(one.email, PASSWORD, from())).status).toBe(200);
    expect((await login(other.email, PASSWORD, client)).status).toBe(200);
  });

  it('are given back on success: who signs in rightly is never in the way of themselves', async () => {
    const { email } = await newUser();
    const client = from();
    for (let count = 0; count < 9; count++) await login(email, 'wrong', client);
    const answers = [];
    for (let count = 0; count < 15; count++) answers.push(await login(email, PASSWORD, client));
    expect(tally(answers)).toEqual({ 200: 15 });
    expect((await login(email, 'wrong', client)).code).toBe('INVALID_CREDENTIALS');
    expectWait(await login(email, PASSWORD, client), 900);
  });

  it('count one /64 of IPv6 as one address', async () => {
    const { email } = await newUser();
    const answers = await times(15, (index) => login(email, 'wrong', from(`2001:db8:7:7::${index + 1}`)));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
    expect((await login(email, PASSWORD, from('2001:db8:7:8::1'))).status).toBe(200);
  });

  it('leave the way in by a magic link open', async () => {
    const { email } = await newUser();
    const client = from();
    await times(12, () => login(email, 'wrong', client));
    await app.post('/api/auth/magic-link', { email }, client);
    const { location } = await app.follow(linkIn(await mail.letterTo(email)));
    expect(new URL(location).searchParams.get('at')).toMatch(/^ey/);
  });

  it('are forgotten when the password is reset', async () => {
    const { email } = await newUser();
    const client = from();
    await times(12, () => login(email, 'wrong', client));
    await app.post('/api/auth/reset-password', { email }, client);
    const old_password = tokenIn(await mail.letterTo(email));
    const new_password = 'another horse, another battery';
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }, client));
    expect((await login(email, new_password, client)).status).toBe(200);
  });

  it('slide out of their window one by one', async () => {
    const own = await App.start({ RATE_LIMIT: 'on' });
    const { email } = await own.signUp();
    for (let count = 0; count < 5; count++) await own.login(email, 'wrong');
    await own.advance(600);
    for (let count = 0; count < 5; count++) await own.login(email, 'wrong');
    expect(expectWait(await own.login(email, PASSWORD), 301)).toBeGreaterThan(290);
    await own.advance(301);
    const answers = [];
    for (let count = 0; count < 7; count++) answers.push(await own.login(email, 'wrong'));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 5, TOO_MANY_REQUESTS: 2 });
    await own.advance(901);
    expect((await own.login(email, PASSWORD)).status).toBe(200);
    await own.stop();
  });
});

it('100 failed logins to one account from everywhere in an hour are all', async () => {
  const { email } = await newUser();
  const answers = [];
  for (let round = 0; round < 12; round++) {
    const client = from();
    answers.push(...(await times(10, () => login(email, 'wrong', client))));
  }
  expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
  expectWait(await login(email, PASSWORD, from()), 3_600);
});

it('an old password can be guessed 10 times in 15 minutes, by whoever holds an access token', async () => {
  const { token } = await newUser();
  const guess = () =>
    app.patch(
      '/api/auth/user/change-password',
      { old_password: 'wrong', new_password: PASSWORD },
      { token, ...from() },
    );
  expect(tally(await times(15, guess))).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
});

describe('10 letters to one address in 10 minutes', () => {
  it.each([
    ['magic links', (email: string) => app.post('/api/auth/magic-link', { email }, from())],
    ['resets', (email: string) => app.post('/api/auth/reset-password', { email }, from())],
  ])('are all: %s', async (_what, ask) => {
    const { email } = await newUser();
    expect(tally(await times(14, () => ask(email.toUpperCase())))).toEqual({ 200: 10, TOO_MANY_REQUESTS: 4 });
    expectWait(await ask(email), 600);
    await mail.letterTo(email, 10);
    expect(mail.lettersTo(email)).toHaveLength(10);
  });

  it('are all, of whatever kind, also for the verification of a user who is signed in', async () => {
    const { email, token } = await newUser();
    for (let count = 0; count < 4; count++) await app.post('/api/auth/magic-link', { email }, from());
    for (let count = 0; count < 4; count++) await app.post('/api/auth/reset-password', { email }, from());
    const verify = () => app.post('/api/auth/user/verify-email', {}, { token, ...from() });
    expect(tally(await times(4, verify))).toEqual({ 200: 2, TOO_MANY_REQUESTS: 2 });
  });

  it('are as many for an address without an account: the answers do not tell', async () => {
    const email = newEmail();
    const answers = await times(14, () => app.post('/api/auth/reset-password', { email }, from()));
    expect(tally(answers)).toEqual({ 200: 10, TOO_MANY_REQUESTS: 4 });
  });
});

/** The endpoints for signing in; what is asked of them does not matter. */
const LIMITED: [method: string, path: string][] = [
  ['POST', '/api/auth/user/login'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/user/create'],
  ['POST', '/api/auth/user/refresh'],
  ['POST', '/api/auth/magic-link'],
  ['GET', '/api/auth/magic-link/verify'],
  ['POST', '/api/auth/magic-link/verify'],
  ['POST', '/api/auth/reset-password'],
  ['PATCH', '/api/auth/user/change-password'],
];

describe('300 requests of one address in a minute to all endpoints for signing in together', () => {
  it('are all, on each of them, and on no other', async () => {
    const client = from();
    const answers = await times(330, (index) => {
      const [method, path] = LIMITED[index % LIMITED.length] ?? ['', ''];
      return app.service.call(method, path, client);
    });
    expect(tally(answers).TOO_MANY_REQUESTS).toBe(30);
    for (const [method, path] of LIMITED) expectWait(await app.service.call(method, path, client), 60);
    expectFailure(await app.get('/api/auth/user', client), 'NOT_AUTHENTICATED');
    expect((await app.get('/health/ready', client)).status).toBe(200);
    expect((await app.post('/api/auth/user/login', {}, from())).code).toBe('INVALID_CREDENTIALS');
  });

  it('are documented for exactly these', async () => {
    const { paths } = (await app.get('/openapi.json')).json;
    const limited = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => '429' in responses)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(limited.sort()).toEqual(
      [...LIMITED.map((route) => route.join(' ')), 'POST /api/auth/user/verify-email'].sort(),
    );
  });

  it('are not counted together by a proxy that is not trusted: the address of the peer counts', async () => {
    const own = await App.start({ RATE_LIMIT: 'on' });
    const answers = await times(310, () => own.post('/api/auth/user/refresh', {}, from()));
    expect(tally(answers)).toEqual({ INVALID_REFRESH_TOKEN: 300, TOO_MANY_REQUESTS: 10 });
    await own.advance(61);
    expect((await own.post('/api/auth/user/refresh', {})).code).toBe('INVALID_REFRESH_TOKEN');
    await own.stop();
  });
});

it('RATE_LIMIT=off switches all of them off', async () => {
  const own = await App.start({ RATE_LIMIT: 'off', SMTP_URL: mail.url });
  const { email } = await own.signUp();
  expect(tally(await times(110, () => own.login(email, 'wrong')))).toEqual({ INVALID_CREDENTIALS: 110 });
  expect(tally(await times(15, () => own.post('/api/auth/magic-link', { email })))).toEqual({ 200: 15 });
  expect(tally(await times(310, () => own.post('/api/auth/user/refresh', {})))).toEqual({ INVALID_REFRESH_TOKEN: 310 });
  await own.stop();
});
