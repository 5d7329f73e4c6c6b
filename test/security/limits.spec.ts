import { newEmail, PASSWORD } from '../support/app.js';
import { expectNothing } from '../support/expect.js';
import { countOutcomes } from '../support/http.js';
import { expectWait, fromAddress, inParallel, login, newUser } from '../support/limits.js';
import { linkIn, tokenIn } from '../support/mail-server.js';
import { useMail } from '../support/use-mail.js';

const DAY = 24 * 60 * 60;

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

describe('the limit of 10 failed logins to one account from one client address in 15 minutes', () => {
  it('stops the comparison of passwords, also in parallel, and then refuses the right password with a wait', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    const answers = await inParallel(40, () => login(app, email, 'wrong', client));
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 30 });
    expectWait(await login(app, email, PASSWORD, client), 900);
    expectWait(await login(app, ` ${email.toUpperCase()} `, PASSWORD, client), 900);
  });

  it('locks the owner out, too, at the address of an earlier sign-in', async () => {
    const client = fromAddress();
    const { email } = await newUser(app, client);
    await inParallel(10, () => login(app, email, 'wrong', client));
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('applies to an email without an account, too', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    const answers = await inParallel(15, () => login(app, email, 'wrong', client));
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
  });

  it('applies neither to the account at other addresses nor to other accounts at this address', async () => {
    const [one, other] = [await newUser(app), await newUser(app)];
    const client = fromAddress();
    await inParallel(12, () => login(app, one.email, 'wrong', client));
    expect((await login(app, one.email, PASSWORD, fromAddress())).status).toBe(200);
    expect((await login(app, other.email, PASSWORD, client)).status).toBe(200);
  });

  it('does not count successful logins', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', client);
    const answers = [];
    for (let count = 0; count < 15; count++) answers.push(await login(app, email, PASSWORD, client));
    expect(countOutcomes(answers)).toEqual({ 200: 15 });
    expect((await login(app, email, 'wrong', client)).code).toBe('INVALID_CREDENTIALS');
    expectWait(await login(app, email, PASSWORD, client), 900);
  });

  it('counts a /64 network of IPv6 as one address', async () => {
    const { email } = await newUser(app);
    const answers = await inParallel(15, (index) =>
      login(app, email, 'wrong', fromAddress(`2001:db8:7:7::${index + 1}`)),
    );
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 5 });
    expect((await login(app, email, PASSWORD, fromAddress('2001:db8:7:8::1'))).status).toBe(200);
  });

  it('does not block a sign-in by magic link', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
    await inParallel(12, () => login(app, email, 'wrong', client));
    await app.post('/api/auth/magic-link', { email }, client);
    const { location } = await app.follow(linkIn(await mail.letterTo(email)));
    expect(new URL(location).searchParams.get('at')).toMatch(/^ey/);
  });

  it('counts in a sliding window, which failures leave one by one', async () => {
    const { email } = await newUser(app);
    const client = fromAddress();
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
    expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 5, TOO_MANY_REQUESTS: 2 });
    await app.advance(901);
    expect((await login(app, email, PASSWORD, client)).status).toBe(200);
  });
});

describe('the limit of 100 failed logins to one account from all addresses in an hour', () => {
  /** Wrong logins from many addresses, each of which stays below its own limit. */
  async function attack(email: string, rounds = 12) {
    const answers = [];
    for (let round = 0; round < rounds; round++) {
      const client = fromAddress();
      answers.push(...(await inParallel(10, () => login(app, email, 'wrong', client))));
    }
    return countOutcomes(answers);
  }

  it('locks out clients without an earlier sign-in, also with the right password', async () => {
    const { email } = await newUser(app);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expectWait(await login(app, email, PASSWORD, fromAddress()), 3_600);
  });

  it('applies to an email without an account, too', async () => {
    expect(await attack(newEmail())).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
  });

  it('does not lock the owner out at an address of an earlier sign-in', async () => {
    const home = fromAddress('2001:db8:1:1::1');
    const { email } = await newUser(app, home);
    await attack(email);
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
    expect((await login(app, email, PASSWORD, fromAddress('2001:db8:1:1::2'))).status).toBe(200);
    expectWait(await login(app, email, PASSWORD, fromAddress('2001:db8:1:2::1')), 3_600);
  });

  it('does not count failed logins from an address of an earlier sign-in', async () => {
    const home = fromAddress();
    const { email } = await newUser(app, home);
    for (let count = 0; count < 9; count++) await login(app, email, 'wrong', home);
    expect(await attack(email)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
    expect((await login(app, email, PASSWORD, home)).status).toBe(200);
  });

  it('locks the owner out at an address whose last sign-in was more than 30 days ago', async () => {
    const [home, work] = [fromAddress(), fromAddress()];
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

  it('is reset, with that of the client address, when a reset token is used', async () => {
    const home = fromAddress();
    const { email } = await newUser(app);
    await inParallel(10, () => login(app, email, 'wrong', home));
    await attack(email);
    await app.post('/api/auth/reset-password', { email }, home);
    const old_password = tokenIn(await mail.letterTo(email));
    const new_password = 'another horse, another battery';
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }, home));
    expect((await login(app, email, new_password, home)).status).toBe(200);
    expect((await login(app, email, new_password, fromAddress())).status).toBe(200);
  });
});

describe('the addresses of earlier sign-ins', () => {
  const addressesOf = async (uid: string) =>
    (await app.sql('SELECT address FROM sign_in_addresses WHERE uid = ?', [uid])).map(({ address }) => address);

  it('are recorded once for each sign-in by sign-up, login and magic link', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.prove(uid);
    for (let count = 0; count < 2; count++) await login(app, email, PASSWORD, fromAddress('2001:db8:5:5::7'));
    await app.post('/api/auth/magic-link', { email }, fromAddress('198.51.100.2'));
    const { pathname, search } = new URL(linkIn(await mail.letterTo(email)));
    await app.get(pathname + search, fromAddress('198.51.100.3'));
    expect((await addressesOf(uid)).sort()).toEqual(['198.51.100.1', '198.51.100.3', '2001:db8:5:5::/64']);
  });

  it('are deleted at the first proof of the email, since a stranger may have signed up', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
    const { pathname, search } = new URL(link);
    await app.get(pathname + search, fromAddress('198.51.100.2'));
    expect(await addressesOf(uid)).toEqual(['198.51.100.2']);
  });

  it('are deleted when a reset token is used, since they may belong to a thief', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    const old_password = (await app.admin('POST', '/links', { type: 'reset_password', email })).json.token;
    const body = { old_password, new_password: 'another horse, another battery' };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
    expect(await addressesOf(uid)).toEqual([]);
  });

  it('are limited to the newest 50 of a user', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 49; number++) await login(app, email, PASSWORD, fromAddress());
    await app.advance(1);
    await login(app, email, PASSWORD, fromAddress('198.51.100.1'));
    await app.advance(1);
    for (let number = 0; number < 10; number++) await login(app, email, PASSWORD, fromAddress());
    const kept = await addressesOf(uid);
    expect(kept).toHaveLength(50);
    expect(kept).toContain('198.51.100.1');
  });

  it('are deleted 30 days after the last sign-in', async () => {
    const { uid, email } = await newUser(app, fromAddress('198.51.100.1'));
    await app.advance(DAY);
    await login(app, email, PASSWORD, fromAddress('198.51.100.2'));
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

it('an access token allows 10 guesses of the old password in 15 minutes, from all addresses together', async () => {
  const { token } = await newUser(app);
  const body = { old_password: 'wrong', new_password: PASSWORD };
  const guess = () => app.patch('/api/auth/user/change-password', body, { token, ...fromAddress() });
  expect(countOutcomes(await inParallel(15, guess))).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
});
