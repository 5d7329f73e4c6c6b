import { newEmail, PASSWORD } from '../support/app.js';
import { expectNothing } from '../support/expect.js';
import { tally } from '../support/http.js';
import { expectWait, from, login, newUser, times } from '../support/limits.js';
import { linkIn, tokenIn } from '../support/mail-server.js';
import { useMail } from '../support/use-mail.js';

const DAY = 24 * 60 * 60;

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

describe('10 failed logins to one account from one client address in 15 minutes', () => {
  it('are compared at most, also in parallel, and after them the right password is answered with a wait', async () => {
    const { email } = await newUser(app);
    const client = from();
    const answers = await times(40, () => login(app, email, 'wrong', client));
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 30 });
    expectWait(await login(app, email, PASSWORD, client), 900);
    expectWait(await login(app, ` ${email.toUpperCase()} `, PASSWORD, client), 900);
  });

  it('lock the owner out, too, at the address of an earlier sign-in', async () => {
    const client = from();
    const { email } = await newUser(app, client);
    await times(10, () => login(app, email, 'wrong', client));
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('are compared at most for an email without an account, too', async () => {
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

  it('are counted without successful logins', async () => {
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
    const { email } = await newUser(app);
    const client = from();
    const guess = () => login(app, email, 'wrong', client);
    for (let count = 0; count < 5; count++) await guess();
    await app.advance(600);
    for (let count = 0; count < 5; count++) await guess();
    // Real time passes between the first guess and this one, too.
    const wait = expectWait(await login(app, email, PASSWORD, client), 301);
    expect(wait).toBeGreaterThan(240);
    await app.advance(wait + 1);
    const answers = [];
    for (let count = 0; count < 7; count++) answers.push(await guess());
    expect(tally(answers)).toEqual({ INVALID_CREDENTIALS: 5, TOO_MANY_REQUESTS: 2 });
    await app.advance(901);
    expect((await login(app, email, PASSWORD, client)).status).toBe(200);
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

  it('lock clients without an earlier sign-in out, also with the right password', async () => {
    const { email } = await newUser(app);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expectWait(await login(app, email, PASSWORD, from()), 3_600);
  });

  it('are compared at most for an email without an account, too', async () => {
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

  it('are counted without those at an address of an earlier sign-in', async () => {
    const home = from();
    const { email } = await newUser(app, home);
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', home);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
  });

  it('lock the owner out at an address whose last sign-in was more than 30 days ago', async () => {
    const [home, work] = [from(), from()];
    const { uid, email } = await newUser(app, home);
    await login(app, email, PASSWORD, work);
    const age = (seconds: number, { headers }: typeof home) =>
      app.sql('UPDATE sign_in_addresses SET last_at = last_at - ? WHERE uid = ? AND address = ?', [
        seconds,
        uid,
        headers['x-forwarded-for'],
      ]);
    await age(30 * DAY + 60, home);
    await age(30 * DAY - 600, work);
    await attack(email, 10);
    expectWait(await login(app, email, PASSWORD, home), 3_600);
    expect((await login(app, email, PASSWORD, work)).status).toBe(200);
  });

  it('are reset, with those of the client address, when a reset token is used', async () => {
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

  it('are deleted at the first proof of the email, since a stranger may have signed up', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
    const { pathname, search } = new URL(link);
    await app.get(pathname + search, from('198.51.100.2'));
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are deleted when a reset token is used, since they may be those of a thief', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    const old_password = (await app.admin('POST', '/links', { type: 'reset_password', email })).json.token;
    const body = { old_password, new_password: 'another horse, another battery' };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
    expect(await addressesOf(uid)).toEqual([]);
  });

  it('are the newest 50 of a user', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 49; number++) await login(app, email, PASSWORD, from());
    await app.advance(1);
    await login(app, email, PASSWORD, from('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 10; number++) await login(app, email, PASSWORD, from());
    const kept = await addressesOf(uid);
    expect(kept).toHaveLength(50);
    expect(kept).toContain('198.51.100.1');
  });

  it('are deleted 30 days after the last sign-in', async () => {
    const { uid, email } = await newUser(app, from('198.51.100.1'));
    await app.advance(DAY);
    await login(app, email, PASSWORD, from('198.51.100.2'));
    await app.advance(29 * DAY);
    await app.service.until(async () => (await addressesOf(uid)).length === 1);
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are deleted with the user', async () => {
    const { uid, token } = await newUser(app);
    expect(await addressesOf(uid)).toHaveLength(1);
    expectNothing(await app.delete('/api/auth/user', { token }));
    expect(await addressesOf(uid)).toEqual([]);
  });
});

it('the old password can be guessed 10 times in 15 minutes with an access token, from any addresses', async () => {
  const { token } = await newUser(app);
  const body = { old_password: 'wrong', new_password: PASSWORD };
  const guess = () => app.patch('/api/auth/user/change-password', body, { token, ...from() });
  expect(tally(await times(15, guess))).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
});
