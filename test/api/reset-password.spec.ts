import { newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const APP_URL = 'https://app.example.com/start';
const ORIGIN = 'https://app.example.com';

const { app, mail } = useMail({ APP_URL, REDIRECT_ALLOWLIST: ORIGIN });
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

const ask = (body: unknown) => app.post('/api/auth/reset-password', body);

/** Asks for a link and reads it from the letter. */
const mailed = (reset_url?: string) => mail.linkAfter(user.email, () => ask({ email: user.email, reset_url }));

it('reset-password has an empty answer, and mails a link', async () => {
  const answer = await ask({ email: ` ${user.email.toUpperCase()} `, reset_url: `${ORIGIN}/reset` });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(linkIn(await mail.letterTo(user.email))).toMatch(/^https:\/\/app\.example\.com\/reset\?token=[\w-]{43}$/);
});

it.each([
  ['no value, and uses APP_URL', undefined, `${APP_URL}?`, ''],
  ['a bare origin', ORIGIN, `${ORIGIN}?`, ''],
  ['a query and a fragment', `${ORIGIN}/r?a=1&&b=%7e|#/x?token=1`, `${ORIGIN}/r?a=1&&b=%7e|&`, '#/x?token=1'],
  ['a token parameter of its own', `${ORIGIN}/r?token=1&a=2&%74oken=3&Token=4`, `${ORIGIN}/r?a=2&Token=4&`, ''],
])('reset-password appends the token to a reset_url with %s', async (_what, reset_url, before, after) => {
  const link = await mailed(reset_url);
  const token = new URL(link).searchParams.get('token');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(link).toBe(`${before}token=${token}${after}`);
});

it.each([
  ['an unknown address', () => newEmail()],
  ['a value that is not an address', () => 'ada'],
  ['an empty text', () => ''],
  ['letters outside ASCII', () => 'ädä@example.com'],
  ['a list of addresses', () => `${user.email},${newEmail()}`],
  ['an address with a line break', () => `${user.email}\r\nBcc: ${newEmail()}`],
])('reset-password answers %s like a known address, and mails nothing', async (_what, email) => {
  const answer = await ask({ email: email() });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(await app.sql("SELECT id FROM messages WHERE status <> 'decoy' AND recipient = ?", [user.email])).toEqual([]);
});

it('reset-password answers a disabled user like an unknown one, and mails nothing', async () => {
  await app.disable(user.uid);
  const answer = await ask({ email: user.email });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toEqual([]);
});

it('reset-password has equal answers for known and unknown addresses', async () => {
  const answers = await Promise.all([user.email, newEmail()].map((email) => ask({ email })));
  const [known, unknown] = answers.map(({ headers }) =>
    [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  );
  expect(unknown).toEqual(known);
});

it.each([
  ['no email', {}, 'INVALID_REQUEST'],
  ['null for an email', { email: null }, 'INVALID_REQUEST'],
  ['a number for an email', { email: 1 }, 'INVALID_REQUEST'],
  ['a list for an email', { email: ['ada@example.com'] }, 'INVALID_REQUEST'],
  [
    'a target that is not allowed',
    { email: 'ada@example.com', reset_url: 'https://evil.example' },
    'INVALID_REDIRECT_URL',
  ],
  ['null for a target', { email: 'ada@example.com', reset_url: null }, 'INVALID_REDIRECT_URL'],
])('reset-password refuses %s', async (_what, body, code) => {
  const answer = await ask(body);
  expect([answer.status, answer.code]).toEqual([400, code]);
});

it('reset-password refuses a target that is not allowed for known and unknown addresses', async () => {
  const answer = await ask({ email: user.email, reset_url: 'https://evil.example' });
  expect(answer.code).toBe('INVALID_REDIRECT_URL');
  expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toEqual([]);
});

it('a reset sets the first password of a user without one', async () => {
  const email = newEmail();
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  await app.follow(linkIn(await mail.letterTo(email)));
  await ask({ email });
  const old_password = tokenIn(await mail.letterTo(email, 2));
  await app.patch('/api/auth/user/change-password', { old_password, new_password: user.password });
  expect((await app.login(email, user.password)).status).toBe(200);
});
