import { fencedUser } from '../support/factors/factors.js';
import { expectWait, fromAddress, inParallel, newUser } from '../support/http/clients.js';
import { type Call, countOutcomes, expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, signInWith, unproved } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1', RATE_LIMIT_EMAIL_CODES: '3' });
const idp = useIdp();

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
});

const ask = async (email: string, path = 'email-code', more: object = {}) =>
  (await app.post(`/api/auth/${path}`, { email, ...more }, fromAddress())).json;
/** Never the code of an email, which has six characters. */
const guess = ({ code_token }: { code_token: string }, path = 'email-code/verify') =>
  app.post(`/api/auth/${path}`, { code_token, code: '0000000' }, fromAddress());

async function confirm(email: string, client = fromAddress()) {
  const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
  return app.post('/api/auth/external/confirm', { pending_token }, client);
}

// These are first, because the service would refuse tokens of the provider after it has moved its clock.
it('wrong codes of confirmations and of sign-ins count together for the mailbox', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 2; tries++)
    expectFailure(await guess((await confirm(email)).json, 'external/confirm/verify'), 'INVALID_CODE');
  expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  expectWait(await guess((await confirm(email)).json, 'external/confirm/verify'), 3_600);
});

it('confirmations send five emails to a mailbox in ten minutes for one client address', async () => {
  const [email, client] = [newEmail(), fromAddress()];
  for (let messages = 0; messages < 5; messages++) expect((await confirm(email, client)).status).toBe(200);
  expectWait(await confirm(email, client), 600);
});

const reset = (email: string, client: Call) => app.post('/api/auth/reset-password', { email }, client);
const magicLink = (email: string, client: Call) => app.post('/api/auth/magic-link', { email, sign_up: true }, client);

const tagged = (email: string, tag: number) => email.replace('@', `+tag${tag}@`);

describe('the limit of 5 emails to one mailbox in 10 minutes for one client address', () => {
  it.each([
    ['magic links', magicLink],
    ['resets', reset],
  ])('refuses further emails: %s', async (_what, ask) => {
    const { email } = await newUser(app);
    const client = fromAddress();
    expect(countOutcomes(await inParallel(9, () => ask(email.toUpperCase(), client)))).toEqual({
      200: 5,
      TOO_MANY_REQUESTS: 4,
    });
    expectWait(await ask(email, client), 600);
    expect((await ask(email, fromAddress())).status).toBe(200);
    await mail.emailTo(email, 6);
    expect(mail.emailsTo(email)).toHaveLength(6);
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

  it('counts in a sliding window, which emails leave one by one', async () => {
    const [email, client] = [newEmail(), fromAddress()];
    const ask = () => reset(email, client);
    expect(countOutcomes(await inParallel(6, ask))).toEqual({ 200: 5, TOO_MANY_REQUESTS: 1 });
    await app.advance(601);
    expect((await ask()).status).toBe(200);
  });
});

describe('the limit of 30 emails to one mailbox in an hour for all client addresses', () => {
  const flood = (email: string) => inParallel(34, () => reset(email, fromAddress()));

  it('refuses further emails from any client address', async () => {
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

  it('does not count a refused email for its client address', async () => {
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
    const { pathname, search } = new URL(linkIn(await mail.emailTo(email)));
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
  // As after a change by an administrator.
  await app.sql('UPDATE users SET email = ?, email_proved = 0, email_verified = 0 WHERE uid = ?', [email, user.uid]);
  const answers = await inParallel(14, () => app.post('/api/auth/user/mfa/recovery-codes', {}, call()));
  expect(countOutcomes(answers)).toEqual({ 200: 14 });
  await mail.emailTo(email, 10);
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [email])).toHaveLength(10);
});

it('wrong codes are limited for each mailbox, over all its emails and client addresses', async () => {
  const { email } = await app.signUp();
  for (let tries = 0; tries < 3; tries++) expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  const issued = await ask(email);
  expectWait(await guess(issued), 3_600);
  await app.advance(3_600);
  expectFailure(await guess(await ask(email)), 'INVALID_CODE');
});

it('wrong codes of different emails to unknown addresses are not limited together', async () => {
  for (let tries = 0; tries < 5; tries++) expectFailure(await guess(await ask(newEmail())), 'INVALID_CODE');
});

it('wrong codes of an unknown address are limited like those of a known one', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 3; tries++) expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  expectWait(await guess(await ask(email)), 3_600);
});

it('wrong codes of different disabled accounts are not limited together', async () => {
  for (let tries = 0; tries < 5; tries++) {
    const { uid, email } = await app.signUp();
    await app.disable(uid);
    expectFailure(await guess(await ask(email, 'magic-link', { with_code: true })), 'INVALID_CODE');
  }
});

it('tries of a used email do not count for its mailbox', async () => {
  const email = newEmail();
  const issued = await ask(email);
  await app.sql('UPDATE one_time_tokens SET attempts = 5 WHERE email = ?', [email]);
  for (let tries = 0; tries < 5; tries++) expectFailure(await guess(issued), 'INVALID_CODE');
});

it('wrong codes of a stranger do not keep a signed-in user from a new proof by an email code', async () => {
  const email = newEmail();
  const signUp = () => app.post('/api/auth/email-code', { email, sign_up: true }, fromAddress());
  const { token } = (await app.post('/api/auth/email-code/verify', await mail.codeAfter(email, signUp))).json;
  for (let tries = 0; tries < 3; tries++) expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  expectWait(await guess(await ask(email)), 3_600);
  await mail.emailTo(email, 5);
  const prepare = () => app.post('/api/auth/user/reauthenticate/options', { method: 'email_code' }, { token });
  const { code_token, code } = await mail.codeAfter(email, prepare);
  const proved = await app.post('/api/auth/user/reauthenticate', { code_token, email_code: code }, { token });
  expect(proved.status).toBe(200);
});
