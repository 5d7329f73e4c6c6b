import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

/** The default is 1. What 3 and 4 accept is tested in score.worker.spec.ts. */
const SCORES = ['0', '2'];

const app = useApp({ PASSWORD_MIN_SCORE: '' });
const services = new Map<string, Service>();
beforeAll(async () => {
  services.set('1', app.service);
  const replicas = await Promise.all(SCORES.map((score) => app.replica({ PASSWORD_MIN_SCORE: score })));
  for (const [index, service] of replicas.entries()) services.set(SCORES[index] as string, service);
});

const create = (password: string, { email = newEmail(), score = '1' } = {}): Promise<Answer> =>
  (services.get(score) as Service).call('POST', '/api/auth/user/create', { body: { email, password } });

/** A text of this many characters, each different from the one before. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => 'kV9#qL2xWm!4zTb'[((i * 7 + i / 15) % 15) | 0]).join('');
const emoji = (count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(0x1f400 + ((i * 37) % 255))).join('');

describe.each(['0', '1'])('the length of a password, with PASSWORD_MIN_SCORE=%s', (score) => {
  it.each([
    ['letters', 8, letters],
    ['letters', 256, letters],
    ['emoji, each counted as one character', 8, emoji],
    ['emoji, each counted as one character', 256, emoji],
  ])('accepts %s: %i', async (_title, count, write) => {
    const email = newEmail();
    const password = write(count);
    expect((await create(password, { email, score })).status).toBe(200);
    expect((await app.login(email, password)).status).toBe(200);
  });

  it.each([
    ['letters', 0, letters, '8'],
    ['letters', 7, letters, '8'],
    ['letters', 257, letters, '256'],
    ['emoji', 4, emoji, '8'],
    ['emoji', 7, emoji, '8'],
    ['emoji', 257, emoji, '256'],
  ])('refuses %s, with the limit in the message: %i', async (_title, count, write, bound) => {
    const answer = await create(write(count), { score });
    expectFailure(answer, 'WEAK_PASSWORD');
    expect(answer.json.message).toContain(bound);
  });
});

it('a new password needs PASSWORD_MIN_LENGTH characters, and an older one still signs in', async () => {
  const longer = await app.replica({ PASSWORD_MIN_LENGTH: '15' });
  const user = await app.signUp({ password: letters(14) });
  const sent = { email: user.email, password: letters(14) };
  const { json } = await longer.call('POST', '/api/auth/user/login', { body: sent });
  const change = (new_password: string) =>
    longer.call('PATCH', '/api/auth/user/change-password', {
      token: json.token,
      body: { old_password: letters(14), new_password },
    });
  const refused = await change(`${letters(13)}b`);
  expectFailure(refused, 'WEAK_PASSWORD');
  expect(refused.json.message).toContain('15');
  expectNothing(await change(letters(15)));
});

describe('PASSWORD_MIN_SCORE', () => {
  it.each([
    ['password', []],
    ['12345678', []],
    ['mondaytuesday', ['0']],
    ['horse1987', ['0', '1']],
    ['copper lamp', ['0', '1', '2']],
  ])('accepts "%s" only with the values %j', async (password, accepted) => {
    for (const score of ['0', '1', '2']) {
      const answer = await create(password, { score });
      if (accepted.includes(score)) expect(answer.status).toBe(200);
      else expectFailure(answer, 'WEAK_PASSWORD');
    }
  });

  it.each(['mondaytuesday', 'one-two-three', 'N0rthSouthEastWest'])(
    'refuses predictable sequences of words by default: %s',
    async (password) => {
      expectFailure(await create(password), 'WEAK_PASSWORD');
    },
  );

  it.each(['password', 'qwertyuiop', 'aaaaaaaa', '12345678'])(
    'refuses a password with a message that suggests a better one: %s',
    async (password) => {
      const answer = await create(password);
      expectFailure(answer, 'WEAK_PASSWORD');
      expect(answer.json.message).toMatch(/guess/);
      expect(answer.json.message).toMatch(/word|avoid|add|use/i);
    },
  );
});

describe.each(['0', '1'])('a password that attackers try first, with PASSWORD_MIN_SCORE=%s', (score) => {
  it.each(['welcome1', 'microsoft', 'Password1!', 'JENNIFER', 'trustno1'])(
    'is refused when it is the common password %s',
    async (password) => {
      const answer = await create(password, { score });
      expectFailure(answer, 'WEAK_PASSWORD');
      expect(answer.json.message).toMatch(/common.*Add more words/);
    },
  );

  it.each(['Latchkey', ' LATCHKEY '])('is refused when it is the name of the service "%s"', async (password) => {
    expectFailure(await create(password, { score }), 'WEAK_PASSWORD');
  });

  it('is refused when it is the email with spaces around it', async () => {
    const email = `vx7.qpw9.${newEmail()}`;
    expectFailure(await create(` ${email.toUpperCase()}\t`, { email, score }), 'WEAK_PASSWORD');
  });
});

describe.each(['0', '1'])('a password, with PASSWORD_MIN_SCORE=%s', (score) => {
  const local = (email: string) => email.slice(0, email.indexOf('@'));

  it.each<[string, (email: string) => string]>([
    ['the email', (email) => email],
    ['the email in upper case', (email) => email.toUpperCase()],
    ['the local part of the email', local],
    ['the local part of the email in upper case', (email) => local(email).toUpperCase()],
  ])('is refused when it is %s', async (_title, write) => {
    const email = `Vx7.qpw9.${newEmail()}`;
    expectFailure(await create(write(email), { email, score }), 'WEAK_PASSWORD');
  });
});

it('a password that is a part of the email is refused by default', async () => {
  expectFailure(await create('xk7q9zt2', { email: `a.xk7q9zt2.${newEmail()}` }), 'WEAK_PASSWORD');
  expect((await create('xk7q9zt2')).status).toBe(200);
});

it('a changed password is compared with the current email', async () => {
  const user = await app.signUp();
  const email = `vx7.qpw9.${newEmail()}`;
  expectNothing(await app.put('/api/auth/user', { email }, { token: user.token }));
  const change = (new_password: string) =>
    app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password }, { token: user.token });
  expectFailure(await change(email.toUpperCase()), 'WEAK_PASSWORD');
  expectFailure(await change(email.slice(0, email.indexOf('@'))), 'WEAK_PASSWORD');
});

it('a word of the email in a password lowers its score', async () => {
  const email = `wq7zkpx.${newEmail()}`;
  expectFailure(await create('wq7zkpx1', { email, score: '2' }), 'WEAK_PASSWORD');
  expect((await create('wq7zkpx1', { score: '2' })).status).toBe(200);
});
