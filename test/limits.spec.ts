import { App, newEmail, PASSWORD } from './support/app.js';
import { expectNothing } from './support/expect.js';
import { tally } from './support/http.js';
import { expectWait, from, login, newUser, times } from './support/limits.js';
import { linkIn, MailServer, tokenIn } from './support/mail-server.js';

const DAY = 24 * 60 * 60;

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

describe('10 failed logins to one account from one client address in 15 minutes', () => {
  it('are the most that are compared, also in parallel, and then the right password has to wait', async () => {
    const { email } = await newUser(app);
    const client = from();
    const answers = await times(40, () => login(app, email, 'wrong', client));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 30 });
    expectWait(await login(app, email, PASSWORD, client), 900);
    expectWait(await login(app, ` ${email.toUpperCase()} `, PASSWORD, client), 900);
  });

  it('lock the owner at the address that they signed in from, too', async () => {
    const client = from();
    const { email } = await newUser(app, client);
    await times(10, () => login(app, email, 'wrong', client));
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('are the most for an email without an account, too', async () => {
    const [email, client] = [newEmail(), from()];
    const answers = await times(15, () => login(app, email, 'wrong', client));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
  });

  it('lock neither the account at other addresses nor other accounts at this address', async () => {
    const [one, other] = [await newUser(app), await newUser(app)];
    const client = from();
    await times(12, () => login(app, one.email, 'wrong', client));
    expect((await login(app, one.email, PASSWORD, from())).status).toBe(200);
    expect((await login(app, other.email, PASSWORD, client)).status).toBe(200);
  });

  it('do not include successful logins', async () => {
    const { email } = await newUser(app);
    const client = from();
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', client);
    const answers = [];
    for (let count = 0; count < 15; count++) answers.push(await login(app, email, PASSWORD, client));
    expect(tally(answers)).toEqual({ 200: 15 });
    expect((await login(app, email, 'wrong', client)).code).toBe('INVALID_CREDENTIALS');
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('are counted for a /64 of IPv6 as for one address', async () => {
    const { email } = await newUser(app);
    const answers = await times(15, (index) => login(app, email, 'wrong', from(`2001:db8:7:7::${index + 1}`)));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
    expect((await login(app, email, PASSWORD, from('2001:db8:7:8::1'))).status).toBe(200);
  });

  it('do not block a sign-in by magic link', async () => {
    const { email } = await newUser(app);
    const client = from();
    await times(12, () => login(app, email, 'wrong', client));
    await app.post('/api/auth/magic-link', { email }, client);
    const { location } = await app.follow(linkIn(await mail.letterTo(email)));
    expect(new URL(location).searchParams.get('at')).toMatch(/^ey/);
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

describe('100 failed logins to one account from everywhere in an hour', () => {
  /** Wrong logins from many addresses, of which each stays below its own limit. */
  async function attack(email: string, rounds = 12) {
    const answers = [];
    for (let round = 0; round < rounds; round++) {
      const client = from();
      answers.push(...(await times(10, () => login(app, email, 'wrong', client))));
    }
    return tally(answers);
  }

  it('lock strangers out, also with the right password', async () => {
    const { email } = await newUser(app);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expectWait(await login(app, email, PASSWORD, from()), 3_600);
  });

  it('are the most for an email without an account, too', async () => {
    expect(await attack(newEmail())).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
  });

  it('do not lock the owner out at an address of an earlier sign-in', async () => {
    const home = from('2001:db8:1:1::1');
    const { email } = await newUser(app, home);
    await attack(email);
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
    expect((await login(app, email, PASSWORD, from('2001:db8:1:1::2'))).status).toBe(200);
    expectWait(await login(app, email, PASSWORD, from('2001:db8:1:2::1')), 3_600);
  });

  it('do not include failed logins at an address of an earlier sign-in', async () => {
    const home = from();
    const { email } = await newUser(app, home);
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', home);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
  });

  it('lock the owner out at an address whose last sign-in was more than 30 days ago', async () => {
    const own = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1', REFRESH_TOKEN_TTL: String(DAY) });
    const [home, work] = [from(), from()];
    const { email } = await newUser(own, home);
    await login(own, email, PASSWORD, work);
    await own.advance(29 * DAY);
    expect((await login(own, email, PASSWORD, work)).status).toBe(200);
    await own.advance(DAY + 60);
    for (let round = 0; round < 10; round++) {
      const client = from();
      await times(10, () => login(own, email, 'wrong', client));
    }
    expectWait(await login(own, email, PASSWORD, home), 3_600);
    expect((await login(own, email, PASSWORD, work)).status).toBe(200);
    await own.stop();
  });

  it('are removed, with those of the client address, when a reset token is used', async () => {
    const home = from();
    const { email } = await newUser(app);
    await times(10, () => login(app, email, 'wrong', home));
    await attack(email);
    await app.post('/api/auth/reset-password', { email }, home);
    const old_password = tokenIn(await mail.letterTo(email));
    const new_password = 'another horse, another battery';
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }, home));
    expect((await login(app, email, new_password, home)).status).toBe(200);
    expect((await login(app, email, new_password, from())).status).toBe(200);
  });
});

describe('the addresses of earlier sign-ins', () => {
  const addressesOf = async (uid: string) =>
    (await app.sql('SELECT address FROM sign_in_addresses WHERE uid = ?', [uid])).map(({ address }) => address);

  it('are recorded once for each sign-in by sign-up, login and magic link', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    await app.prove(uid);
    for (let count = 0; count < 2; count++) await login(app, email, PASSWORD, from('2001:db8:5:5::7'));
    await app.post('/api/auth/magic-link', { email }, from('198.51.100.2'));
    const { pathname, search } = new URL(linkIn(await mail.letterTo(email)));
    await app.get(pathname + search, from('198.51.100.3'));
    expect((await addressesOf(uid)).sort()).toEqual(['198.51.100.1', '198.51.100.3', '2001:db8:5:5::/64']);
  });

  it('are forgotten at the first proof of the email, since they may be those of a stranger', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
    const { pathname, search } = new URL(link);
    await app.get(pathname + search, from('198.51.100.2'));
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are forgotten when a reset token is used, since they may be those of a thief', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    const old_password = (await app.admin('POST', '/links', { type: 'reset_password', email })).json.token;
    const body = { old_password, new_password: 'another horse, another battery' };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
    expect(await addressesOf(uid)).toEqual([]);
  });

  it('are the newest 50 of a user', async () => {
    const own = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    const { email } = await newUser(own, from('198.51.100.1'));
    await own.advance(1);
    for (let number = 0; number < 49; number++) await login(own, email, PASSWORD, from());
    await own.advance(1);
    await login(own, email, PASSWORD, from('198.51.100.1'));
    await own.advance(1);
    for (let number = 0; number < 10; number++) await login(own, email, PASSWORD, from());
    const kept = await own.sql('SELECT address FROM sign_in_addresses');
    expect(kept).toHaveLength(50);
    expect(kept).toContainEqual({ address: '198.51.100.1' });
    await own.stop();
  });

  it('are deleted 30 days after the last sign-in', async () => {
    const own = await App.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }, ['intervals.mjs']);
    const { email } = await newUser(own, from('198.51.100.1'));
    await own.advance(DAY);
    await login(own, email, PASSWORD, from('198.51.100.2'));
    await own.advance(29 * DAY);
    await own.service.ask({ runIntervals: true });
    const left = () => own.sql('SELECT address FROM sign_in_addresses');
    await own.service.until(async () => (await left()).length === 1);
    expect(await left()).toEqual([{ address: '198.51.100.2' }]);
    await own.stop();
  });

  it('are deleted with the user', async () => {
    const { uid, token } = await newUser(app);
    expect(await addressesOf(uid)).toHaveLength(1);
    expectNothing(await app.delete('/api/auth/user', { token }));
    expect(await addressesOf(uid)).toEqual([]);
  });
});

it('an old password can be guessed 10 times in 15 minutes with an access token, from any addresses', async () => {
  const { token } = await newUser(app);
  const body = { old_password: 'wrong', new_password: PASSWORD };
  const guess = () => app.patch('/api/auth/user/change-password', body, { token, ...from() });
  expect(tally(await times(15, guess))).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
});
